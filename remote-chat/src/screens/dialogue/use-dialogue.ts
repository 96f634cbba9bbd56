import { startTransition, useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Dispatch } from 'react';
import { sendPrompt } from '@parlance/shared/contract/api/dialogues';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { ApiFailure, call } from '@parlance/shared/http';
import { ask } from '@parlance/shared/ui/answer/ask';
import type { BegunAnswer } from '@parlance/shared/ui/answer/ask';
import { useAnswerConnection } from '@parlance/shared/ui/answer/use-answer-connection';
import { useRunStream } from '@parlance/shared/ui/answer/use-run-stream';
import type { Attempt } from '../../composer/attempt.ts';
import { isNotFound } from '../../loading/is-not-found.ts';
import type { Entry } from '../../messages/entry.ts';
import { startedDialogue } from '../../started/started-dialogue.ts';
import { branchOf, messagesOf } from './use-branch.ts';
import type { Branch } from './use-branch.ts';
import { answersUnderWay, beginConversation, changeConversation, resumeConversation } from './conversation.ts';
import type { Change, Conversation, MessagePage } from './conversation.ts';
import type { KeptPlace } from './kept-places.ts';
import { onTabNews, tellTabs } from './tab-news.ts';
import { useMissing } from './use-missing.ts';
import type { Missing } from './use-missing.ts';
import type { OpenDialogue } from './use-opened.ts';
import { useToolCalls } from './use-tool-calls.ts';

export type DialogueState = {
  readonly conversation: Conversation;
  readonly change: Dispatch<Change>;
  /** The answer under way; its text grows by itself. */
  readonly running: Entry | null;
  /** Answers that wait for those before them. */
  readonly queued: readonly Entry[];
  /** False while the stream of the answer is lost; it reconnects by itself. */
  readonly isConnected: boolean;
  /** True if another tab has deleted it. */
  readonly isGone: boolean;
  /**
   * Sends a prompt to the end of the branch. While an answer is written it waits for its turn. In a branch that is only
   * viewed, the prompt is asked below the last message of that one, which becomes the active branch, on the server as
   * well.
   */
  readonly ask: (attempt: Attempt) => Promise<void>;
  /** Shows a turn, reads its answer as it is written, and tells other tabs. */
  readonly begin: (begun: BegunAnswer) => void;
  readonly stop: () => Promise<void>;
  /**
   * Withdraws a waiting prompt from the dialogue. Resolves with whether it did; one whose answer had begun is stopped
   * instead.
   */
  readonly cancel: (queued: Entry) => Promise<boolean>;
  readonly older: Older | null;
  readonly missing: Missing | null;
  /** Loads new messages at the end. */
  readonly loadNewest: () => Promise<void>;
  /** Loads all older messages, as for printing. */
  readonly loadAll: () => Promise<void>;
  /**
   * Shows a message: loads older ones down to it, or its branch if that is another one, which only views it and does
   * not switch. Resolves with the change to show, once loaded.
   */
  readonly find: (messageId: string) => Promise<Change | null>;
};
export type Older = { readonly load: () => void; readonly isLoading: boolean; readonly failure: unknown };

/**
 * Manages the conversation of a dialogue: its messages, the answer under way, and the actions. `kept` is the state in
 * which it was left.
 */
export function useDialogue(opened: OpenDialogue, kept: KeptPlace | null): DialogueState {
  const [conversation, change] = useReducer(changeConversation, null, () =>
    kept === null ? beginConversation(opened.newest) : resumeConversation(kept.conversation),
  );
  const [running = null, ...queued] = answersUnderWay(conversation);
  const dialogueId = opened.dialogue.id;
  const [connection, keepConnection] = useAnswerConnection(() => startedDialogue(dialogueId)?.connection ?? null);
  const isConnected = useRunStream(running, change, connection);
  useToolCalls(dialogueId, conversation.entries, change);
  const { viewedId } = conversation;
  const branch: Branch = { dialogueId, viewedId };
  const missing = useMissing(branch, conversation, change);

  // Shows a reload on return to the page. A stored conversation may be newer than its own load, and a viewed branch is
  // not part of it.
  const showNewest = useEffectEvent(
    (loaded: OpenDialogue) =>
      loaded !== kept?.opened && viewedId === null && change({ type: 'newest', page: loaded.newest }),
  );
  useEffect(() => void showNewest(opened), [opened]);

  const [isGone, setIsGone] = useState(false);
  const reload = () =>
    messagesOf(branch).then(
      (page) => change(viewedId === null ? { type: 'branch', page } : { type: 'viewed', messageId: viewedId, page }),
      // Any other failure recurs in the next request that somebody waits for.
      (failure: unknown) => isNotFound(failure) && setIsGone(true),
    );
  const follow = useEffectEvent(reload);
  useEffect(() => onTabNews((id) => void (id === dialogueId && follow())), [dialogueId]);

  async function loadNewest(): Promise<void> {
    await messagesOf(branch).then(
      (page) => change({ type: 'newest', page }),
      () => undefined,
    ); // the content stays; the next request reports the failure
  }

  const begin = useCallback(
    (begun: BegunAnswer) => {
      keepConnection(begun.connection);
      change({ type: 'turn', turn: begun.turn });
      tellTabs(dialogueId);
    },
    [keepConnection, dialogueId],
  );

  async function send({ text, key, attachmentIds, acceptsWarning }: Attempt): Promise<void> {
    change({ type: 'sending', prompt: text });
    try {
      const below = viewedId === null ? {} : { parent_id: conversation.entries.at(-1)?.id ?? null };
      const begun = await ask(sendPrompt, {
        params: { dialogue_id: dialogueId },
        body: {
          prompt: text,
          idempotency_key: key,
          attachment_ids: [...attachmentIds],
          accepts_warning: acceptsWarning,
          ...below,
        },
      });
      begin(begun);
    } catch (failure) {
      change({ type: 'not-sent' });
      if (failure instanceof ApiFailure && failure.status === 409) await loadNewest();
      throw failure;
    }
  }

  async function stop(): Promise<void> {
    if (running?.runId !== undefined && running.runId !== null)
      await call(stopRun, { params: { run_id: running.runId } });
  }

  async function cancel({ runId }: Entry): Promise<boolean> {
    if (runId === null) return false;
    // A missing run was withdrawn by a request whose response was lost.
    const isTakenBack = await call(stopRun, { params: { run_id: runId } }).then((it) => it.is_taken_back, ifNotFound);
    await reload();
    tellTabs(dialogueId);
    return isTakenBack;
  }

  async function find(messageId: string): Promise<Change | null> {
    const isIn = (page: MessagePage) => page.items.some(({ id }) => id === messageId);
    if (conversation.entries.some(({ id }) => id === messageId)) return null;
    if (conversation.olderCursor !== null) {
      const page = await branchOf(branch, messageId);
      if (isIn(page)) return { type: 'newest', page };
    }
    return { type: 'viewed', messageId, page: await branchOf({ dialogueId, viewedId: messageId }, messageId) };
  }

  async function loadAll(): Promise<void> {
    if (conversation.olderCursor !== null) change({ type: 'newest', page: await branchOf(branch, '') });
  }

  const older = useOlder(dialogueId, conversation.olderCursor, (page) => change({ type: 'older', page }));
  return {
    conversation,
    change,
    running,
    queued,
    isConnected,
    isGone,
    ask: send,
    begin,
    stop,
    cancel,
    older,
    missing,
    loadAll,
    loadNewest,
    find,
  };
}

function ifNotFound(failure: unknown): true {
  if (isNotFound(failure)) return true;
  throw failure;
}

function useOlder(dialogueId: string, cursor: string | null, onPage: (page: MessagePage) => void): Older | null {
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  if (cursor === null) return null;

  async function load(from: string): Promise<void> {
    setIsLoading(true);
    setFailure(null);
    try {
      const page = await messagesOf({ dialogueId, viewedId: null }, from);
      // Rendering many takes several frames and must not block any.
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
