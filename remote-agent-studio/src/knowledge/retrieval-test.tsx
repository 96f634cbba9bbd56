import { useState } from 'react';
import { testRetrieval, type RetrievedPassage } from '@parlance/shared/contract/api/knowledge/knowledge-retrieval';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import styles from './knowledge.module.css';
import { placeOf } from './passages-dialog.tsx';

const questionMaxLength = 2_000;

/** Searches the sources as they are here, saved or not, and shows what would be given to the model, and why. */
export function RetrievalTest({ agentId, ids }: { readonly agentId: string; readonly ids: readonly string[] }) {
  const { t } = useTranslation('agent-studio');
  const language = currentLanguage();
  const [question, type] = useState('');
  const [found, show] = useState<Output<typeof testRetrieval> | null>(null);
  const { send, isSending, failure } = useSending();
  const ask = () =>
    send(async () => {
      show(await call(testRetrieval, { body: { question, language, knowledge_ids: [...ids], agent_id: agentId } }));
      return 'again';
    });
  return (
    <section aria-label={t('knowledge.test.title')}>
      <h3>{t('knowledge.test.title')}</h3>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') ask();
        }}
      >
        <TextField
          label={t('knowledge.test.question')}
          hint={t('knowledge.test.hint')}
          value={question}
          maxLength={questionMaxLength}
          onType={type}
        />
        <FormEnd label={t('knowledge.test.ask')} isSending={isSending} failure={failure} />
      </form>
      <div aria-live="polite">
        {found !== null && (
          <p className={styles.note}>
            {found.items.length === 0
              ? t('knowledge.test.none')
              : found.by_meaning
                ? t('knowledge.test.byMeaning')
                : t('knowledge.test.byWords')}
          </p>
        )}
      </div>
      {found !== null && (
        <ol className={styles.passages}>
          {found.items.map((passage) => (
            <Found key={`${passage.file_id} ${passage.position}`} passage={passage} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Found({ passage }: { readonly passage: RetrievedPassage }) {
  const { t } = useTranslation('agent-studio');
  const language = currentLanguage();
  const { source_name: name, coverage, nearness, is_given: isGiven } = passage;
  const percent = (part: number) => formatNumber(language, part, { style: 'percent' });
  const why = [
    isGiven ? t('knowledge.test.given') : t('knowledge.test.notGiven'),
    ...(coverage > 0 ? [t('knowledge.test.words', { part: percent(coverage) })] : []),
    ...(nearness === null ? [] : [t('knowledge.test.meaning', { part: percent(nearness) })]),
  ];
  return (
    <li>
      <p className={styles.name}>{name}</p>
      <p className={styles.note}>{placeOf(t, passage)}</p>
      <p className={styles.content}>
        <Marked passage={passage} />
      </p>
      <p className={styles.note}>{why.join(' · ')}</p>
    </li>
  );
}

/** A passage with the words of the question marked. */
function Marked({ passage: { content, marks } }: { readonly passage: RetrievedPassage }) {
  const ends = [0, ...marks.map(({ to }) => to)];
  return (
    <>
      {marks.map(({ from, to }, at) => (
        <span key={from}>
          {content.slice(ends[at], from)}
          <mark>{content.slice(from, to)}</mark>
        </span>
      ))}
      {content.slice(ends.at(-1))}
    </>
  );
}
