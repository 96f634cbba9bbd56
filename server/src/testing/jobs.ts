import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { JobHandlers } from '../platform/jobs/handlers.ts';
import { jobKinds } from '../platform/jobs/kinds.ts';

const unexpected = () => Promise.reject(new Error('A job came that this test does not expect.'));

/** Handlers of every kind, for tests that expect jobs of some of them only: spread it and put those behind. */
export const noJobs = Object.fromEntries(
  Object.keys(jobKinds).map((kind) => [kind, { run: unexpected, giveUp: unexpected }]),
) as unknown as JobHandlers; // every kind has one

/**
 * Ends every pause before a next try, and every wait for a place, as time would. Whoever runs the jobs finds them with
 * their next look.
 */
export async function endPauses(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update pgboss.job set start_after = now() where state = 'retry' or (state = 'created' and start_after > now())`,
  );
}

/** The same, and the next try is the last one. */
export async function endPausesButOne(pool: pg.Pool): Promise<void> {
  await pool.query(`update pgboss.job set start_after = now(), retry_count = retry_limit - 1 where state = 'retry'`);
}

/** Ends the time limits of active jobs, as if their process had died, and lets the engine notice. */
export async function endTimeLimits(pool: pg.Pool): Promise<void> {
  await pool.query(`update pgboss.job set started_on = now() - interval '1 day' where state = 'active'`);
  await pool.query(`update pgboss.queue set monitor_on = null, monitor_claim_on = null`);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    supervise: false,
    migrate: false,
  });
  await boss.start();
  await boss.supervise();
  await boss.stop();
}
