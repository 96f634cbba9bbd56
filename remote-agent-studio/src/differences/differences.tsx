import { diffWordsWithSpace } from 'diff';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { useTranslation } from '@parlance/shared/i18n';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { differentFields, languageOf } from './definition-fields.ts';
import styles from './differences.module.css';
import { useWords } from './use-words.ts';

type Props = {
  readonly agentId: string;
  readonly from: AgentDefinition;
  readonly to: AgentDefinition;
  readonly fromName: string;
  readonly toName: string;
};

/** The differences of two definitions, word by word: deletions are struck out, insertions are underlined. */
export default function Differences({ agentId, from, to, fromName, toName }: Props) {
  const { t } = useTranslation('agent-studio');
  const words = useWords(agentId, [from, to]);
  const fields = words.status === 'ready' ? differentFields(from, to, words.data) : [];
  return (
    <div className={styles.differences}>
      <p className={styles.legend}>
        <del>{fromName}</del> <ins>{toName}</ins>
      </p>
      {words.status === 'loading' && <LoadingState />}
      {words.status === 'failed' && <ErrorState error={words.failure} onRetry={words.retry} />}
      {words.status === 'ready' && fields.length === 0 && <p>{t('differences.none')}</p>}
      {fields.map((field) => (
        <div key={field.id}>
          <h3>
            {t(`differences.fields.${field.field}`)} {field.language !== null && <small>{languageOf(field)}</small>}
          </h3>
          <p className={styles.text}>
            {diffWordsWithSpace(field.from, field.to).map(({ value, added, removed }, index) =>
              // The parts of one comparison keep their order, so the index is a stable key.
              added ? (
                <ins key={index}>{value}</ins>
              ) : removed ? (
                <del key={index}>{value}</del>
              ) : (
                <span key={index}>{value}</span>
              ),
            )}
          </p>
        </div>
      ))}
    </div>
  );
}
