import type pg from 'pg';

/** The embedded database has no background writer: its log grows until somebody takes a checkpoint. */
const checkpointEveryMs = 5 * 60_000;
/** And no autovacuum: dead rows stay, and the planner's figures grow stale. */
const vacuumEveryMs = 60 * 60_000;

type Report = { error(details: object, message: string): void };
type Queryable = Pick<pg.Pool, 'query'>;

/** As PostgreSQL's autovacuum does by default: fifty rows and a fifth of the table are dead, or a tenth has changed. */
const dueTables = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where schemaname not in ('pg_toast', 'information_schema')
    and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
  order by n_dead_tup desc`;

/** Cleans up the tables that need it, one after the other: what is asked meanwhile is answered between two of them. */
export async function vacuumDueTables(pool: Queryable): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(dueTables);
  for (const { name } of rows) await pool.query(`vacuum (analyze) ${name}`);
}

/** Does by the clock what PostgreSQL's own helpers do elsewhere. What is under way when it is stopped is waited for. */
export function startMaintenance(
  pool: Queryable,
  log: Report,
  { checkpointMs = checkpointEveryMs, vacuumMs = vacuumEveryMs } = {},
): { stop(): Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve();
  const every = (milliseconds: number, name: string, work: () => Promise<unknown>) =>
    setInterval(() => {
      underWay = underWay
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, `maintenance failed: ${name}`));
    }, milliseconds).unref();
  const timers = [
    every(checkpointMs, 'checkpoint', () => pool.query('checkpoint')),
    every(vacuumMs, 'vacuum', () => vacuumDueTables(pool)),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await underWay;
    },
  };
}
