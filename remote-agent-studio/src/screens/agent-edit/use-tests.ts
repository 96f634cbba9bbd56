import { useEffect, useEffectEvent, useState } from 'react';
import {
  getTestRun,
  getTestSet,
  listTestRuns,
  runTestSet,
  saveTestSet,
  stopTestRun,
  type TestQuestion,
  type TestRun,
  type TestSet,
} from '@parlance/shared/contract/api/agents/agent-test-sets';
import { call } from '@parlance/shared/http';
import { useEditedEndpoint, useEndpointPages, type Kept, type Pages } from '@parlance/shared/loading';
import { useIsShown } from '../../agent-form/is-shown.ts';

/** The poll interval of a running test in milliseconds. */
const lookEvery = 1_000;

export const useTestSet = (agentId: string): Kept<TestSet> =>
  useEditedEndpoint(getTestSet, { params: { agent_id: agentId } });

export const readTestSet = (agentId: string): Promise<TestSet> => call(getTestSet, { params: { agent_id: agentId } });

/** Returns the questions without empty parts. */
export const completeOf = (questions: readonly TestQuestion[]): TestQuestion[] =>
  questions
    .filter(({ question }) => question.trim() !== '')
    .map((it) => ({ ...it, points: it.points.filter(({ text }) => text.trim() !== '') }));

export const saveQuestions = (
  agentId: string,
  revision: number,
  questions: readonly TestQuestion[],
): Promise<TestSet> =>
  call(saveTestSet, { params: { agent_id: agentId }, body: { revision, questions: [...questions] } });

export type TestRuns = Pages<TestRun> & {
  readonly run: (number: number | null) => Promise<void>;
  readonly stop: (run: TestRun) => Promise<void>;
};

/** Loads the runs of a test set, newest first. One under way is polled until it has ended. */
export function useTestRuns(agentId: string): TestRuns {
  const pages = useEndpointPages(listTestRuns, { params: { agent_id: agentId } });
  const isShown = useIsShown();
  const [newest, setNewest] = useState<TestRun | null>(null);
  const listed = pages.rows.status === 'ready' ? pages.rows.data : [];
  const runs = [...(newest === null ? [] : [newest]), ...listed.filter(({ id }) => id !== newest?.id)];
  const underWay = runs.find(({ status }) => status === 'running')?.id ?? null;

  const look = useEffectEvent(async (id: string, signal: AbortSignal) =>
    setNewest(await call(getTestRun, { params: { test_run_id: id } }, { signal })),
  );
  useEffect(() => {
    if (underWay === null || !isShown) return undefined;
    const leaving = new AbortController();
    // A failed poll is followed by the next.
    const timer = setInterval(() => void look(underWay, leaving.signal).catch(() => undefined), lookEvery);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [underWay, isShown]);
  return {
    ...pages,
    rows: pages.rows.status === 'ready' ? { status: 'ready', data: runs } : pages.rows,
    run: async (number) => setNewest(await call(runTestSet, { params: { agent_id: agentId }, body: { number } })),
    stop: async ({ id }) => setNewest(await call(stopTestRun, { params: { test_run_id: id } })),
  };
}
