import { performance } from 'node:perf_hooks';
import { setImmediate as others, setTimeout as pause } from 'node:timers/promises';
import type { Database, Trx } from '../db/database.ts';
import { ApiError } from '../errors/api-error.ts';
import { actingAsSystem } from '../principal/acting.ts';
import type { Log } from '../telemetry/log.ts';
import { observer } from '../telemetry/observer.ts';
import { type Due, type Page, deleteDue } from './due.ts';

/** A periodic task of the whole installation. Any number of processes may run it. */
export type UpkeepStep = {
  /** Its name in the log and in metrics. */
  readonly name: string;
  /** Rows of a page, unless one of them fails. */
  readonly atOnce: number;
  /** Processes a page of due rows, the same ones first each time, and returns their number: 0 if none is left. */
  page(db: Database, page: Page): Promise<number>;
};

/** The interval between looks for rows that become due; a look with more to do goes on until nothing is left. */
const lookEveryMs = 60 * 60_000;
/** The duration of a turn; after it the other steps have theirs. */
const turnMs = 5_000;
/** Rows of a step that fail in one look before the step is left for the next: then it is not the rows. */
const failuresAtMost = 5;
const rowsAtOnce = 200;

/** A step that does its page in one transaction. */
export const inTransaction = (
  name: string,
  step: (trx: Trx, page: Page) => Promise<number>,
  atOnce = rowsAtOnce,
): UpkeepStep => ({
  name,
  atOnce,
  page: (db, page) => db.asSystem((trx) => step(trx, page)),
});

/** Deletes what is due. */
export const deletion = (name: string, due: Due, atOnce?: number): UpkeepStep =>
  inTransaction(name, (trx, page) => deleteDue(trx, due, page), atOnce);

type Dependencies = {
  readonly db: Database;
  readonly log: Log;
  /** The length of a step's turn. */
  readonly shareMs?: number;
};
/** The position of a step within a look. */
type Progress = { readonly step: UpkeepStep; limit: number; skip: number; failures: number };

/**
 * Does every step until nothing is left of it, in turns of a few seconds. A page that fails is done again in halves,
 * until the row is found that is the reason; it is passed over until the next look. What fails keeps no other step from
 * being done.
 */
export async function keepUp(
  deps: Dependencies,
  steps: readonly UpkeepStep[],
  isClosed: () => boolean = () => false,
): Promise<void> {
  let left = steps.map((step): Progress => ({ step, limit: step.atOnce, skip: 0, failures: 0 }));
  while (left.length > 0 && !isClosed()) {
    const more: Progress[] = [];
    for (const progress of left) if (await takeTurn(deps, progress, isClosed)) more.push(progress);
    left = more;
  }
}

/** Runs a step for one turn; resolves to true if there is more to do. */
async function takeTurn(
  { db, log, shareMs = turnMs }: Dependencies,
  progress: Progress,
  isClosed: () => boolean,
): Promise<boolean> {
  const { step } = progress;
  const until = performance.now() + shareMs;
  while (!isClosed()) {
    try {
      const done = await actingAsSystem(() => step.page(db, { limit: progress.limit, skip: progress.skip }));
      if (done === 0) return false;
      observer()?.add('parlance.upkeep.rows', done, { step: step.name });
      progress.limit = Math.min(step.atOnce, progress.limit * 2);
    } catch (error) {
      if (!narrow(progress, error)) {
        observer()?.add('parlance.upkeep.failed', 1, { step: step.name });
        log.error(
          { err: error, step: step.name },
          progress.failures > failuresAtMost
            ? 'an upkeep step failed; the next look tries it again'
            : 'an upkeep step passes over a row that failed; the next look tries it again',
        );
        if (progress.failures > failuresAtMost) return false;
      }
    }
    // Lets others who wait for the database go first.
    await others();
    if (performance.now() > until) return true;
  }
  return false;
}

/**
 * Narrows the page and returns true if a smaller one is worth a try. Otherwise its single row is the cause, or the
 * database is away.
 */
function narrow(progress: Progress, error: unknown): boolean {
  const isAway = error instanceof ApiError && error.apiCode === 'database_unavailable';
  if (!isAway && progress.limit > 1) {
    progress.limit = Math.ceil(progress.limit / 2);
    return true;
  }
  progress.failures = isAway ? failuresAtMost + 1 : progress.failures + 1;
  progress.skip += 1;
  return false;
}

/** The share of busy time below which the process counts as at rest. */
const restingPart = 0.3;
const restMs = 1_000;
/** A process that is never at rest begins all the same. */
const looksForRest = 60;

/** Waits until the process has started and its first pages are served. */
async function untilAtRest(isClosed: () => boolean): Promise<void> {
  for (let looks = 0; looks < looksForRest && !isClosed(); looks += 1) {
    const before = performance.eventLoopUtilization();
    await pause(restMs, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization < restingPart) return;
  }
}

type Timing = { readonly everyMs?: number; readonly atRest?: typeof untilAtRest };

/**
 * Looks as soon as the process is at rest, and then every hour; never twice at a time. A stop waits for the page under
 * way.
 */
export function startUpkeep(
  deps: Dependencies,
  steps: readonly UpkeepStep[],
  { everyMs = lookEveryMs, atRest = untilAtRest }: Timing = {},
): { close(): Promise<void> } {
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;
  let underWay: Promise<void> | null = null;
  const look = () => {
    underWay ??= keepUp(deps, steps, isClosed)
      .catch((error: unknown) => deps.log.error({ err: error }, 'upkeep failed; the next look tries it again'))
      .finally(() => (underWay = null));
  };
  const timer = setInterval(look, everyMs).unref();
  const first = Promise.race([
    atRest(isClosed),
    new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve(), { once: true })),
  ]).then(() => {
    if (!isClosed()) look();
  });
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await first;
      await underWay;
    },
  };
}
