import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Log } from '../telemetry/log.ts';
import { type KindOfJob, jobKinds } from './kinds.ts';

/** The dead-letter queue: it tells handlers of jobs given up even if the process died with the last try. */
export const givenUpQueue = 'given_up';
const givenUp = { retryLimit: 50, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };

const day = 24 * 3600;
const hour = 3600;
const doneIsKept = { deleteAfterSeconds: day };

export type Engine = { pool: pg.Pool; isEmbedded: boolean; log: Log };

/** Starts pg-boss with a queue for each kind, creating or migrating its schema. */
export async function startBoss({ pool, isEmbedded, log }: Engine): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    backend: isEmbedded ? 'pglite' : 'postgres',
    // Disables cron and flows, which are unused and whose timers write to the disk every few seconds.
    schedule: false,
    flowIntervalSeconds: day,
    bamIntervalSeconds: hour,
    queueCacheIntervalSeconds: hour,
    // The embedded database has no autovacuum to watch: platform/db/maintenance.ts does its work.
    monitorVacuum: !isEmbedded,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job engine failed at something and goes on'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  const start = async () => {
    await boss.start();
    await keepQueues(boss);
  };
  // The embedded database has one process and one connection: nobody to wait for, and none left to wait with.
  await (isEmbedded ? start().then(() => takeBack(pool)) : oneAfterTheOther(pool, start));
  return boss;
}

/**
 * Returns jobs found active at the start of the only process to the queue: nobody works on them, so they need not wait
 * for their time limit.
 */
async function takeBack(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update pgboss.job set state = 'retry', start_after = now() where state = 'active' and retry_count < retry_limit`,
  );
}

/**
 * Starts processes one after the other: pg-boss takes a lock of its own, and still fails if two create its schema at
 * the same moment.
 */
async function oneAfterTheOther(pool: pg.Pool, start: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('parlance job engine', 0))`);
    await start();
  } finally {
    await client.query('rollback').then(() => client.release(), client.release);
  }
}

async function keepQueues(boss: PgBoss): Promise<void> {
  await keepQueue(boss, givenUpQueue, givenUp);
  for (const [kind, { tries, firstPauseSeconds, longestPauseSeconds, limitSeconds }] of Object.entries<KindOfJob>(
    jobKinds,
  )) {
    await keepQueue(boss, kind, {
      retryLimit: tries - 1,
      retryDelay: firstPauseSeconds,
      retryBackoff: true,
      retryDelayMax: longestPauseSeconds,
      expireInSeconds: limitSeconds,
      deadLetter: givenUpQueue,
    });
  }
}

type Options = Parameters<PgBoss['createQueue']>[1] & object;

/** Creates the queue, or updates one of an earlier release. */
async function keepQueue(boss: PgBoss, name: string, options: Options): Promise<void> {
  if ((await boss.getQueue(name)) === null) await boss.createQueue(name, { ...options, ...doneIsKept });
  else await boss.updateQueue(name, { ...options, ...doneIsKept });
}
