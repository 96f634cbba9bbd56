import { useEffect, useReducer, useState } from 'react';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { continueAgentTest, startAgentTest } from '@parlance/shared/contract/api/agents/agents';
import { listMessages, type Message } from '@parlance/shared/contract/api/dialogues';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { call } from '@parlance/shared/http';
import { useComposed } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';
import {
  answerOf,
  answerOfMessage,
  isUnderWay,
  readAgain,
  unreadableAnswer,
  withEvent,
} from '@parlance/shared/ui/answer/state';
import type { Answer } from '@parlance/shared/ui/answer/state';
import { useRunStream } from '@parlance/shared/ui/answer/use-run-stream';
import type { RunChange } from '@parlance/shared/ui/answer/use-run-stream';

export type Exchange = {
  /** The id of the answer. */
  readonly id: string;
  readonly runId: string;
  readonly prompt: string;
  readonly answer: Answer;
  /** True if its stream was refused to this page. */
  readonly isUnreadable: boolean;
};

export type TestChat = {
  readonly exchanges: readonly Exchange[];
  /** The exchange whose answer is under way. */
  readonly running: Exchange | null;
  /** True while its stream is connected. */
  readonly isConnected: boolean;
  /** Asks the agent of the form, saved or not. Rejects if the server refuses. */
  readonly ask: (prompt: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly beginAnew: () => void;
};

type Change =
  | RunChange
  | { readonly type: 'asked'; readonly id: string; readonly runId: string; readonly prompt: string }
  | { readonly type: 'looked'; readonly messages: readonly Message[] }
  | { readonly type: 'anew' };

const unwritten = answerOf({ content: '', citations: [], status: 'queued', errorCode: null });

function changeExchanges(before: readonly Exchange[], change: Change): readonly Exchange[] {
  switch (change.type) {
    case 'asked':
      return [
        ...before,
        { id: change.id, runId: change.runId, prompt: change.prompt, answer: unwritten, isUnreadable: false },
      ];
    case 'event':
      return before.map((it) =>
        it.runId === change.runId ? { ...it, answer: withEvent(it.answer, change.event) } : it,
      );
    case 'unreadable':
      return before.map((it) =>
        it.runId === change.runId
          ? { ...it, isUnreadable: true, answer: unreadableAnswer(it.answer, change.errorCode) }
          : it,
      );
    case 'looked':
      return before.map((it) => (it.isUnreadable ? asTheServerSays(it, change.messages) : it));
    case 'anew':
      return [];
  }
}

function asTheServerSays(exchange: Exchange, messages: readonly Message[]): Exchange {
  const message = messages.find(({ run }) => run?.id === exchange.runId);
  return message === undefined
    ? exchange
    : { ...exchange, isUnreadable: false, answer: readAgain(exchange.answer, answerOfMessage(message)) };
}

/** Manages a dialogue that tries the present definition with each question. */
export function useTestChat(agentId: string, definition: AgentDefinition): TestChat {
  const [exchanges, change] = useReducer(changeExchanges, []);
  const [dialogueId, setDialogueId] = useState<string | null>(null);
  const running = exchanges.find(({ answer }) => isUnderWay(answer.status)) ?? null;
  const isConnected = useRunStream(running, change);
  useNextLook(dialogueId, exchanges, change);

  async function ask(prompt: string): Promise<void> {
    const body = { idempotency_key: randomUuid(), prompt, definition };
    const turn =
      dialogueId === null
        ? await call(startAgentTest, { params: { agent_id: agentId }, body })
        : await call(continueAgentTest, { params: { dialogue_id: dialogueId }, body });
    setDialogueId(turn.dialogue_id);
    const runId = turn.answer.run?.id;
    if (runId !== undefined) change({ type: 'asked', id: turn.answer.id, runId, prompt });
  }

  return {
    exchanges,
    running,
    isConnected,
    ask,
    stop: async () => void (running !== null && (await call(stopRun, { params: { run_id: running.runId } }))),
    beginAnew: () => {
      // Nobody reads it any longer.
      if (running !== null) void call(stopRun, { params: { run_id: running.runId } }).catch(() => undefined);
      setDialogueId(null);
      change({ type: 'anew' });
    },
  };
}

/** Asks the server on return to the page for the state of answers that could not be read. */
function useNextLook(
  dialogueId: string | null,
  exchanges: readonly Exchange[],
  change: (change: Change) => void,
): void {
  const looked = useComposed('agent-studio/test-chat', [dialogueId], async (signal) => {
    const isWanted = dialogueId !== null && exchanges.some(({ isUnreadable }) => isUnreadable);
    const messages = isWanted
      ? (await call(listMessages, { params: { dialogue_id: dialogueId } }, { signal })).items
      : [];
    // A load with the same result as the previous one counts too.
    return { messages, lookedAt: performance.now() };
  });
  const found = looked.status === 'ready' ? looked.data : null;
  useEffect(() => {
    if (found !== null) change({ type: 'looked', messages: found.messages });
  }, [found, change]);
}
