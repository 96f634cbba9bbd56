import { useCallback, useMemo } from 'react';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import type { SharedDialogue } from '@parlance/shared/contract/api/shares';
import { useTranslation } from '@parlance/shared/i18n';
import type { Pages } from '@parlance/shared/loading';
import { More } from '../../loading/more.tsx';
import { MessageList } from '../../message-list/message-list.tsx';
import { AnswerMessage } from '../../messages/answer-message.tsx';
import { CopyAnswer } from '../../messages/copy-answer.tsx';
import { entryOf, withCalls, type Entry } from '../../messages/entry.ts';
import { PromptMessage } from '../../messages/prompt-message.tsx';
import { useSharedCalls } from './use-shared.ts';

type Read = {
  readonly share: SharedDialogue;
  readonly newestFirst: readonly Message[];
  readonly more: Pages<Message>['more'];
  readonly openPassage: (citation: Citation, from: HTMLElement) => void;
};

/** The messages, oldest first, as on the dialogue's own screen; read-only. */
export function SharedMessages({ share: { id, bot, shared_by: author }, newestFirst, more, openPassage }: Read) {
  const { t } = useTranslation('chat');
  const calls = useSharedCalls(
    id,
    newestFirst.some(({ has_calls: hasCalls }) => hasCalls === true),
  );
  const entries = useMemo(
    // What was reasoned is its owner's alone.
    () => newestFirst.map((message) => withCalls(entryOf({ ...message, reasoning_ms: undefined }), calls)).reverse(),
    [newestFirst, calls],
  );
  const draw = useCallback(
    (entry: Entry) =>
      entry.author === 'member' ? (
        <PromptMessage author={author.name} entry={entry} />
      ) : (
        <AnswerMessage entry={entry} bot={bot} isConnected openPassage={openPassage} Actions={CopyAnswer} />
      ),
    [author.name, bot, openPassage],
  );
  return (
    <MessageList
      label={t('dialogue.messages')}
      items={entries}
      draw={draw}
      before={<More more={more} label={t('dialogue.older')} />}
    />
  );
}
