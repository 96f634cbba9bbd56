import { useReducer, useRef } from 'react';
import type { AgentDefinition } from '@parlance/shared/contract/agent-definition';
import { continueAgentTest, startAgentTest } from '@parlance/shared/contract/api/agents';
import { stopRun } from '@parlance/shared/contract/api/runs';
import { call } from '@parlance/shared/http';
import { randomUuid } from '@parlance/shared/random-uuid';
import { answerOf, isUnderWay, withEvent } from '@parlance/shared/ui/answer/state';
import type { Answer } from '@parlance/shared/ui/answer/state';
import { useRunStream } from '@parlance/shared/ui/answer/use-run-stream';
import type { RunChange } from '@parlance/shared/ui/answer/use-run-stream';

export type Exchange = {
  readonly id: string;
  readonly runId: string;
  readonly prompt: string;
  readonly answer: Answer;
};

export type TestChat = {
  readonly exchanges: readonly Exchange[];
  /** The one of which the answer is under way. */
  readonly running: Exchange | null;
  /** Whether its stream is there. */
  readonly isConnected: boolean;
  /** Asks the agent as it stands in the form, saved or not. Rejects where the server does not take it. */
  readonly ask: (prompt: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly beginAnew: () => void;
};

type Change = RunChange | { readonly type: 'asked'; readonly runId: string; readonly prompt: string } | { readonly type: 'anew' };

const unwritten = answerOf({ content: '', citations: [], status: 'queued', errorCode: null });

function changeExchanges(before: readonly Exchange[], change: Change): readonly Exchange[] {
  switch (change.type) {
    case 'asked':
      return [...before, { id: change.runId, runId: change.runId, prompt: change.prompt, answer: unwritten }];
    case 'event':
      return withAnswer(before, change.runId, (answer) => withEvent(answer, change.event));
    case 'unreadable':
      return withAnswer(before, change.runId, (answer) => ({ ...answer, status: 'failed', errorCode: change.errorCode }));
    case 'anew':
      return [];
  }
}

const withAnswer = (all: readonly Exchange[], runId: string, next: (answer: Answer) => Answer): readonly Exchange[] =>
  all.map((it) => (it.runId === runId ? { ...it, answer: next(it.answer) } : it));

/** A dialogue that tries the definition as it is at each question. */
export function useTestChat(agentId: string, definition: AgentDefinition): TestChat {
  const [exchanges, change] = useReducer(changeExchanges, []);
  const dialogue = useRef<string | null>(null);
  const running = exchanges.find(({ answer }) => isUnderWay(answer.status)) ?? null;
  const isConnected = useRunStream(running, change);

  async function ask(prompt: string): Promise<void> {
    const body = { idempotency_key: randomUuid(), prompt, definition };
    const turn =
      dialogue.current === null
        ? await call(startAgentTest, { params: { agent_id: agentId }, body })
        : await call(continueAgentTest, { params: { dialogue_id: dialogue.current }, body });
    dialogue.current = turn.dialogue_id;
    const runId = turn.answer.run?.id;
    if (runId !== undefined) change({ type: 'asked', runId, prompt });
  }

  return {
    exchanges,
    running,
    isConnected,
    ask,
    stop: async () => void (running !== null && (await call(stopRun, { params: { run_id: running.runId } }))),
    beginAnew: () => {
      if (running !== null) void call(stopRun, { params: { run_id: running.runId } }).catch(() => undefined); // nobody reads it any longer
      dialogue.current = null;
      change({ type: 'anew' });
    },
  };
}
