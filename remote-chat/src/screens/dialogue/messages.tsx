import type { BotSummary } from '@parlance/shared/contract/api/bots';
import type { Citation } from '@parlance/shared/contract/api/runs';
import { useTranslation } from '@parlance/shared/i18n';
import controls from '../../controls/controls.module.css';
import { Failed } from '../../loading/failed.tsx';
import { usePersonName } from '../../person/use-person.ts';
import { AnswerMessage } from './answer-message.tsx';
import dialogue from './dialogue.module.css';
import { PromptMessage } from './prompt-message.tsx';
import type { DialogueState } from './use-dialogue.ts';

type Shown = {
  readonly state: DialogueState;
  readonly bot: BotSummary;
  readonly openPassage: (citation: Citation, from: HTMLElement) => void;
};

/** What was said, oldest first, and what is on its way. */
export function Messages({ state, bot, openPassage }: Shown) {
  const { t } = useTranslation('chat');
  const author = usePersonName() ?? t('dialogue.you');
  const { conversation, running, isConnected } = state;
  return (
    <section className={dialogue.messages} aria-label={t('dialogue.messages')}>
      <Older older={state.older} />
      {conversation.entries.map((entry) =>
        entry.author === 'member' ? (
          <PromptMessage key={entry.id} author={author} text={entry.answer.text} createdAt={entry.createdAt} />
        ) : (
          <AnswerMessage key={entry.id} entry={entry} bot={bot} isConnected={entry !== running || isConnected} openPassage={openPassage} />
        ),
      )}
      {conversation.sending !== null && <PromptMessage author={author} text={conversation.sending} createdAt={null} />}
    </section>
  );
}

function Older({ older }: { readonly older: DialogueState['older'] }) {
  const { t } = useTranslation('chat');
  if (older === null) return null;
  if (older.failure !== null) return <Failed failure={older.failure} retry={older.load} />;
  return (
    <button type="button" className={`${controls.button} ${dialogue.older}`} onClick={older.load} disabled={older.isLoading}>
      {older.isLoading ? t('loading.loading') : t('dialogue.older')}
    </button>
  );
}
