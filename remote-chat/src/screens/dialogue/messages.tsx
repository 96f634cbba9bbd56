import { useCallback } from 'react';
import type { BotSummary } from '@parlance/shared/contract/api/bots';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import { useTranslation } from '@parlance/shared/i18n';
import controls from '../../controls/controls.module.css';
import { Failed } from '../../loading/failed.tsx';
import { AnswerActions } from '../../message-actions/answer-actions.tsx';
import { PromptActions } from '../../message-actions/prompt-actions.tsx';
import { PromptEditor } from '../../message-actions/prompt-editor.tsx';
import { useTurns } from '../../message-actions/turns.ts';
import { MessageList } from '../../message-list/message-list.tsx';
import { AnswerMessage } from '../../messages/answer-message.tsx';
import type { Entry } from '../../messages/entry.ts';
import { PromptMessage, SendingPrompt } from '../../messages/prompt-message.tsx';
import { usePersonName } from '../../person/use-person.ts';
import dialogue from './dialogue.module.css';
import { firstReadId } from './conversation.ts';
import type { DialogueState } from './use-dialogue.ts';
import type { Missing } from './use-missing.ts';

type Props = {
  readonly state: DialogueState;
  /** A prompt being sent. */
  readonly sending: string | null;
  readonly bot: BotSummary;
  /** The message that the person was led to. */
  readonly sought: string | null;
  /** True if everything is rendered, even out of sight. */
  readonly isWhole: boolean;
  readonly openPassage: (citation: Citation, from: HTMLElement) => void;
};

/** The messages, oldest first, the waiting prompts, and the one being sent. */
export function Messages({ state, sending, bot, sought, isWhole, openPassage }: Props) {
  const { t } = useTranslation('chat');
  const author = usePersonName() ?? t('dialogue.you');
  const { editedId } = useTurns();
  const { conversation, running, queued, isConnected, missing } = state;
  const lostId = isConnected ? null : (running?.id ?? null);
  const drawMessage = useCallback(
    (entry: Entry) => {
      if (entry.id === editedId) return <PromptEditor entry={entry} />;
      if (entry.author === 'member') return <PromptMessage author={author} entry={entry} Actions={PromptActions} />;
      return (
        <AnswerMessage
          entry={entry}
          bot={bot}
          isConnected={entry.id !== lostId}
          openPassage={openPassage}
          Actions={AnswerActions}
        />
      );
    },
    [author, bot, editedId, lostId, openPassage],
  );
  const readFromId = firstReadId(conversation);
  const draw = useCallback(
    (entry: Entry) => (
      <>
        {entry.id === missing?.aboveId && <Gap missing={missing} />}
        {entry.id === readFromId && <p className={dialogue.notRead}>{t('dialogue.notReadAbove')}</p>}
        {drawMessage(entry)}
      </>
    ),
    [drawMessage, missing, readFromId, t],
  );
  // The answer of a waiting prompt has nothing to show yet.
  const shown =
    queued.length === 0 ? conversation.entries : conversation.entries.filter((entry) => !queued.includes(entry));
  return (
    <MessageList
      label={t('dialogue.messages')}
      items={shown}
      draw={draw}
      soughtId={sought}
      isLoading={state.older?.isLoading === true}
      isWhole={isWhole}
      before={<Older older={state.older} />}
      after={sending !== null && <SendingPrompt author={author} text={sending} />}
    />
  );
}

function Gap({ missing }: { readonly missing: Missing }) {
  const { t } = useTranslation('chat');
  return (
    <>
      <p className={dialogue.gap}>{t('dialogue.missing')}</p>
      <Failed failure={missing.failure} retry={missing.retry} />
    </>
  );
}

function Older({ older }: { readonly older: DialogueState['older'] }) {
  const { t } = useTranslation('chat');
  if (older === null) return null;
  if (older.failure !== null) return <Failed failure={older.failure} retry={older.load} />;
  return (
    <button
      type="button"
      className={`${controls.button} ${dialogue.older}`}
      onClick={older.load}
      disabled={older.isLoading}
    >
      {older.isLoading ? t('loading.loading') : t('dialogue.older')}
    </button>
  );
}
