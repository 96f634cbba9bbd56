import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { getDialogue, listMessages, sendPrompt } from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { stopRun, streamRun } from '@parlance/shared/contract/api/runs';
import type { Output } from '@parlance/shared/contract/endpoint';
import { ApiFailure, call, stream } from '@parlance/shared/http';
import { useLoaded, type Loaded } from '@parlance/shared/loading';
import { followRun } from '../../answer/follow-run.ts';
import type { Attempt } from '../../composer/attempt.ts';
import { forgetStarted, startedDialogue } from '../../started/started-dialogue.ts';
import type { StartedDialogue } from '../../started/started-dialogue.ts';
import { beginConversation, changeConversation, runningEntry } from './conversation.ts';
import type { Conversation, Entry } from './conversation.ts';

type MessagePage = Output<typeof listMessages>;
export type Opened = { readonly dialogue: DialogueSummary; readonly newest: MessagePage };

const messagesOf = (dialogueId: string, cursor?: string): Promise<MessagePage> =>
  call(listMessages, { params: { dialogue_id: dialogueId }, query: cursor === undefined ? {} : { cursor } });

/** A dialogue with its newest messages. */
export function useOpened(dialogueId: string): Loaded<Opened> & { readonly retry: () => void } {
  async function load(): Promise<Opened> {
    const [dialogue, newest] = await Promise.all([call(getDialogue, { params: { dialogue_id: dialogueId } }), messagesOf(dialogueId)]);
    forgetStarted();
    return { dialogue, newest };
  }
  return useLoaded(`dialogue ${dialogueId}`, load, () => openedFrom(startedDialogue(dialogueId)));
}

/** A dialogue that was started a moment ago is shown at once; its title is its first prompt until the server says another. */
function openedFrom(started: StartedDialogue | null): Opened | undefined {
  if (started === null) return undefined;
  const { turn, bot } = started;
  const { created_at } = turn.prompt;
  return {
    dialogue: { id: turn.dialogue_id, title: turn.prompt.content, bot, created_at, updated_at: created_at },
    newest: { items: [turn.answer, turn.prompt], next_cursor: null },
  };
}

export type DialogueState = {
  readonly conversation: Conversation;
  /** The answer that is being written; its text grows by itself. */
  readonly running: Entry | null;
  /** False while the stream of the answer is lost; it comes back by itself. */
  readonly isConnected: boolean;
  readonly ask: (attempt: Attempt) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly older: { readonly load: () => void; readonly isLoading: boolean; readonly failure: unknown } | null;
};

/** The conversation of a dialogue: what is written, what is being written, and how to go on. */
export function useDialogue({ dialogue, newest }: Opened): DialogueState {
  const [conversation, change] = useReducer(changeConversation, newest, beginConversation);
  const [isConnected, setIsConnected] = useState(true);
  const running = runningEntry(conversation);
  const runId = running?.runId ?? null;
  const writtenSoFar = useEffectEvent(() => running?.answer.text.length ?? 0);

  // What came when the dialogue was loaded anew, on return to the page.
  const takeNewest = useEffectEvent((page: MessagePage) => change({ type: 'newest', page }));
  useEffect(() => takeNewest(newest), [newest]);

  useEffect(() => {
    if (runId === null) return undefined;
    const reader = new AbortController();
    void readRun(runId);
    return () => {
      reader.abort();
      setIsConnected(true);
    };

    async function readRun(id: string): Promise<void> {
      try {
        await followRun({
          from: writtenSoFar(),
          open: (offset) =>
            stream(streamRun, { params: { run_id: id } }, {
              lastEventId: String(offset),
              signal: reader.signal,
              onConnection: (state) => setIsConnected(state === 'open'),
            }),
          onEvent: (event) => {
            if (!reader.signal.aborted) change({ type: 'event', runId: id, event });
          },
        });
      } catch (failure) {
        if (!reader.signal.aborted) change({ type: 'unreadable', runId: id, errorCode: failure instanceof ApiFailure ? failure.code : 'internal' });
      }
    }
  }, [runId]);

  async function ask({ text, key }: Attempt): Promise<void> {
    change({ type: 'sending', prompt: text });
    try {
      const turn = await call(sendPrompt, { params: { dialogue_id: dialogue.id }, body: { prompt: text, idempotency_key: key } });
      change({ type: 'turn', turn });
    } catch (failure) {
      change({ type: 'not-sent' });
      // Another device has asked meanwhile: its answer is shown here too.
      if (failure instanceof ApiFailure && failure.code === 'run_active') {
        await messagesOf(dialogue.id).then((page) => change({ type: 'newest', page }), () => undefined);
      }
      throw failure;
    }
  }

  async function stop(): Promise<void> {
    if (runId !== null) await call(stopRun, { params: { run_id: runId } });
  }

  const older = useOlder(dialogue.id, conversation.olderCursor, (page) => change({ type: 'older', page }));
  return { conversation, running, isConnected, ask, stop, older };
}

function useOlder(dialogueId: string, cursor: string | null, onPage: (page: MessagePage) => void): DialogueState['older'] {
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  if (cursor === null) return null;

  async function load(from: string): Promise<void> {
    setIsLoading(true);
    setFailure(null);
    try {
      onPage(await messagesOf(dialogueId, from));
    } catch (reason) {
      setFailure(reason);
    } finally {
      setIsLoading(false);
    }
  }
  return { load: () => void (isLoading ? undefined : load(cursor)), isLoading, failure };
}
