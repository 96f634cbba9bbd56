import type pg from 'pg';

/** The embedded database has no background writer: its log grows until somebody takes a checkpoint. */
const checkpointEveryMs = 5 * 60_000;
/** And no autovacuum: dead rows stay, and the planner's figures grow stale. */
const vacuumEveryMs = 60 * 60_000;

type Report = { error(details: object, message: string): void };

/** Does by the clock what PostgreSQL's own helpers do elsewhere. */
export function startMaintenance(pool: pg.Pool, log: Report): { stop(): Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve();
  const every = (milliseconds: number, statement: string) =>
    setInterval(() => {
      underWay = pool.query(statement).catch((error: unknown) => log.error({ err: error }, `maintenance failed: ${statement}`));
    }, milliseconds).unref();
  const timers = [every(checkpointEveryMs, 'checkpoint'), every(vacuumEveryMs, 'vacuum (analyze)')];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await underWay;
    },
  };
}
