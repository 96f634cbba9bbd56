import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../e2e/harness/caller.ts';

/** One request: what it asks and how it ended. 0 is no answer at all. */
export type Answer = { readonly path: string; readonly status: number; readonly ms: number };
type Request = { readonly path: string; readonly init?: RequestInit };

const body = (method: string, value: unknown): RequestInit => ({ method, body: JSON.stringify(value) });

/** What somebody does who works with it: mostly they read, now and then they change something. */
export function requestsOf(chartsBase: string): readonly (() => Request)[] {
  const reads = [
    '/auth/v1/whoami',
    '/bots/v1/bots',
    '/dialogues/v1/dialogues',
    '/dialogues/v1/dialogues?limit=100',
    '/folders/v1/folders',
    '/users/v1/profile',
    '/dialogues/v1/search?q=leave',
  ];
  return [
    ...reads.map((path) => () => ({ path })),
    () => ({ path: '/folders/v1/folders', init: body('POST', { name: `Folder ${randomUUID()}` }) }),
    () => ({
      path: `${chartsBase}/charts/v1/session-data`,
      init: body('POST', { session_id: randomUUID(), typing: 1, reading: 2, interacting: 1, idling: 0 }),
    }),
  ];
}

export async function askOnce(caller: Caller, { path, init }: Request): Promise<Answer> {
  const begun = performance.now();
  const answer = await caller(path, init).catch(() => null); // nobody answered: counted as 0
  const isWhole = await answer?.arrayBuffer().then(
    () => true,
    () => false,
  );
  return { path, status: isWhole === true && answer !== null ? answer.status : 0, ms: performance.now() - begun };
}

/**
 * So many requests a second for so long, each at its time whether those before it are answered or not, by one caller
 * after the other. Times count from when a request was to begin.
 */
export async function askSteadily(
  callers: readonly Caller[],
  requests: readonly (() => Request)[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Answer[]> {
  const asked: Promise<Answer>[] = [];
  const begun = performance.now();
  for (let at = 0; at < perSecond * seconds; at += 1) {
    const dueMs = (at * 1000) / perSecond;
    const early = dueMs - (performance.now() - begun);
    if (early > 0) await pause(early);
    const [caller, request] = [callers[at % callers.length], requests[at % requests.length]];
    if (caller === undefined || request === undefined)
      throw new Error('A load needs somebody who asks, and something to ask.');
    const lateMs = Math.max(0, performance.now() - begun - dueMs);
    asked.push(askOnce(caller, request()).then((it) => ({ ...it, ms: it.ms + lateMs })));
  }
  return Promise.all(asked);
}

export const failuresIn = (asked: readonly Answer[]): Answer[] =>
  asked.filter(({ status }) => status < 200 || status >= 300);
