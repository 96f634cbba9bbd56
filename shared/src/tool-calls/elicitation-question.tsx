import { useTranslation } from '@parlance/shared/i18n';
import type { ToolCall } from '../contract/api/tools.ts';
import type { Elicitation } from '../contract/api/tools/elicitations.ts';
import { CloseMark } from '../ui/controls/marks.tsx';
import quiet from '../ui/controls/quiet.module.css';
import { ElicitationForm } from './elicitation-form.tsx';
import { ElicitationPage } from './elicitation-page.tsx';
import styles from './elicitations.module.css';
import { toolNameOf } from './readable-call.ts';
import tools from './tool-calls.module.css';
import { useElicitationAnswer } from './use-elicitation-answer.ts';

type Props = {
  readonly made: ToolCall;
  readonly elicitation: Elicitation;
  readonly asked: NonNullable<Elicitation['asked']>;
  readonly onAnswered: () => void;
};

/**
 * Asks the person what the server of a call wants to know (MCP specification of 2025-11-25, Elicitation): who asks, in
 * its words, and where the answer goes. Its words may be anybody's, so they are text and nothing else.
 */
export default function ElicitationQuestion({ made, elicitation, asked, onAnswered }: Props) {
  const { t } = useTranslation('tool-calls');
  const answering = useElicitationAnswer(elicitation.id, onAnswered);
  const name = toolNameOf(made, t);
  const who = asked.type === 'form' ? t('elicitation.asks', { name }) : t('elicitation.asksForPage', { name });
  return (
    <div role="group" aria-label={who} className={tools.question}>
      <div className={styles.head}>
        <p className={tools.ask}>{who}</p>
        <button
          type="button"
          className={quiet.button}
          aria-label={t('elicitation.close')}
          title={t('elicitation.close')}
          aria-disabled={answering.isSending}
          onClick={() => answering.answer({ action: 'cancel' })}
        >
          <CloseMark />
        </button>
      </div>
      {elicitation.message !== '' && (
        <p className={styles.message} dir="auto">
          {elicitation.message}
        </p>
      )}
      {asked.type === 'form' ? (
        <ElicitationForm id={elicitation.id} fields={asked.fields} answering={answering} />
      ) : (
        <ElicitationPage address={asked.address} isAwaited={asked.is_awaited} answering={answering} />
      )}
    </div>
  );
}
