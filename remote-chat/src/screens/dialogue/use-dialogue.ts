import { startTransition, useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Dispatch } from 'react';
import { sendPrompt } from '@parlance/shared/contract/api/dialogues';
import { stopRun } from '@parlance/shared/contract/api/runs';
import { ApiFailure, call } from '@parlance/shared/http';
import { ask } from '@parlance/shared/ui/answer/ask';
import { useRunStream } from '@parlance/shared/ui/answer/use-run-stream';
import type { Attempt } from '../../composer/attempt.ts';
import { isNotFound } from '../../loading/is-not-found.ts';
import type { Entry } from '../../messages/entry.ts';
import { branchOf, messagesOf } from './use-branch.ts';
import { answersUnderWay, beginConversation, changeConversation, resumeConversation } from './conversation.ts';
import type { Change, Conversation, MessagePage } from './conversation.ts';
import type { Left } from './kept-places.ts';
import { onTabNews, tellTabs } from './tab-news.ts';
import { useMissing } from './use-missing.ts';
import type { Missing } from './use-missing.ts';
import type { Opened } from './use-opened.ts';
import { useToolCalls } from './use-tool-calls.ts';

export type DialogueState = {
  readonly conversation: Conversation;
  readonly change: Dispatch<Change>;
  /** The answer that is being written; its text grows by itself. */
  readonly running: Entry | null;
  /** Answers that wait until those before them are written. */
  readonly queued: readonly Entry[];
  /** False while the stream of the answer is lost; it comes back by itself. */
  readonly isConnected: boolean;
  /** Another tab has deleted it. */
  readonly isGone: boolean;
  /** Sends a prompt to the end of the branch. While an answer is written it waits for its turn. */
  readonly ask: (attempt: Attempt) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Takes back what waits: its prompt is out of the dialogue. */
  readonly cancel: (queued: Entry) => Promise<void>;
  readonly older: Older | null;
  readonly missing: Missing | null;
  /** Loads all that is older, as for printing. */
  readonly loadAll: () => Promise<void>;
  /** Loads what is older down to a message. Gives whether it is in the branch that is read. */
  readonly loadBackTo: (messageId: string) => Promise<boolean>;
};
export type Older = { readonly load: () => void; readonly isLoading: boolean; readonly failure: unknown };

/** The conversation of a dialogue: what is written, what is being written, and how to go on. `kept` is how it was left before. */
export function useDialogue(opened: Opened, kept: Left | null): DialogueState {
  const [conversation, change] = useReducer(changeConversation, null, () => (kept === null ? beginConversation(opened.newest) : resumeConversation(kept.conversation)));
  const [running = null, ...queued] = answersUnderWay(conversation);
  const isConnected = useRunStream(running, change);
  const dialogueId = opened.dialogue.id;
  useToolCalls(dialogueId, conversation.entries, change);
  const missing = useMissing(dialogueId, conversation, change);

  // Shows a reload on return to the page. A kept conversation may be newer than its own load.
  const showNewest = useEffectEvent((loaded: Opened) => loaded !== kept?.opened && change({ type: 'newest', page: loaded.newest }));
  useEffect(() => void showNewest(opened), [opened]);

  const [isGone, setIsGone] = useState(false);
  const follow = useEffectEvent(() =>
    messagesOf(dialogueId).then(
      (page) => change({ type: 'branch', page }),
      // What else is wrong the next request says that somebody waits for.
      (failure: unknown) => isNotFound(failure) && setIsGone(true),
    ),
  );
  useEffect(() => onTabNews((id) => void (id === dialogueId && follow())), [dialogueId]);

  async function loadNewest(): Promise<void> {
    await messagesOf(dialogueId).then((page) => change({ type: 'newest', page }), () => undefined); // what is there stays; the next request says what is wrong
  }

  async function send({ text, key, attachmentIds, acceptsWarning }: Attempt): Promise<void> {
    change({ type: 'sending', prompt: text });
    try {
      const turn = await ask(sendPrompt, { params: { dialogue_id: dialogueId }, body: { prompt: text, idempotency_key: key, attachment_ids: [...attachmentIds], accepts_warning: acceptsWarning } });
      change({ type: 'turn', turn });
      tellTabs(dialogueId);
    } catch (failure) {
      change({ type: 'not-sent' });
      if (failure instanceof ApiFailure && failure.status === 409) await loadNewest();
      throw failure;
    }
  }

  async function stop(): Promise<void> {
    if (running?.runId !== undefined && running.runId !== null) await call(stopRun, { params: { run_id: running.runId } });
  }

  async function cancel({ runId }: Entry): Promise<void> {
    if (runId === null) return;
    await call(stopRun, { params: { run_id: runId } });
    await messagesOf(dialogueId).then((page) => change({ type: 'branch', page }));
    tellTabs(dialogueId);
  }

  async function loadBackTo(messageId: string): Promise<boolean> {
    if (conversation.entries.some(({ id }) => id === messageId)) return true;
    if (conversation.olderCursor === null) return false;
    const page = await branchOf(dialogueId, messageId);
    change({ type: 'newest', page });
    return page.items.some(({ id }) => id === messageId);
  }

  const older = useOlder(dialogueId, conversation.olderCursor, (page) => change({ type: 'older', page }));
  return { conversation, change, running, queued, isConnected, isGone, ask: send, stop, cancel, older, missing, loadAll: async () => void (await loadBackTo('')), loadBackTo };
}

function useOlder(dialogueId: string, cursor: string | null, onPage: (page: MessagePage) => void): Older | null {
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  if (cursor === null) return null;

  async function load(from: string): Promise<void> {
    setIsLoading(true);
    setFailure(null);
    try {
      const page = await messagesOf(dialogueId, from);
      // Many at once: drawing them takes several frames and keeps none of them waiting.
      startTransition(() => {
        onPage(page);
        setIsLoading(false);
      });
    } catch (reason) {
      setFailure(reason);
      setIsLoading(false);
    }
  }
  return { load: () => void (isLoading ? undefined : load(cursor)), isLoading, failure };
}
