import { createHash } from 'node:crypto';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import { sql } from 'kysely';
import { ApiError } from '../../plugins/api-error.ts';
import type { Trx } from '../../plugins/db/database.ts';

/** How often something may be done for one subject. */
export type Limit = {
  /** Keeps the counts of two limits for one subject apart. */
  readonly name: string;
  /** So many times … */
  readonly most: number;
  /** … in so many seconds. At most a day: older acts are forgotten. */
  readonly windowSeconds: number;
  /** What is answered beyond; rate_limited unless it says otherwise. */
  readonly code?: ErrorCode;
};

/**
 * What is written later than that is of a database's clock that was ahead and has been put right. It would hold people back
 * for as long as the clock was wrong, so it counts no more. Clocks of several machines may differ by less.
 */
export const notAhead = sql<Date>`now() + interval '1 minute'`;

export const daySeconds = 24 * 60 * 60;
export const hourSeconds = 60 * 60;

/** The subject does not stand in the table, and counts whether it exists or not, or the limit would tell. */
const keyOf = ({ name }: Limit, subject: string) => createHash('sha256').update(`${name}\0${subject}`).digest();

/**
 * Counts one act before it is done, so that parallel ones count too; returns what `giveBack` takes. Throws, with
 * Retry-After, where none is left. A transaction that is rolled back has counted nothing.
 */
export async function countAct(trx: Trx, limit: Limit, subject: string): Promise<string> {
  const key = keyOf(limit, subject);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key.toString('hex')}, 0))`.execute(trx);
  const recent = await trx
    .selectFrom('limited_acts')
    .where('key', '=', key)
    .where('acted_at', '>', sql<Date>`now() - make_interval(secs => ${limit.windowSeconds})`)
    .where('acted_at', '<=', notAhead)
    .orderBy('acted_at', 'desc')
    .limit(limit.most)
    .select(sql<number>`extract(epoch from acted_at + make_interval(secs => ${limit.windowSeconds}) - now())::float8`.as('seconds_left'))
    .execute();
  const oldest = recent[limit.most - 1];
  if (oldest !== undefined) throw new ApiError(limit.code ?? 'rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(oldest.seconds_left)) });
  const { id } = await trx.insertInto('limited_acts').values({ key }).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** What turned out to need no limit is not counted. */
export async function giveBack(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('limited_acts').where('id', '=', id).execute();
}

/** Nothing counts for the subject any more. */
export async function forgetActs(trx: Trx, limit: Limit, subject: string): Promise<void> {
  await trx.deleteFrom('limited_acts').where('key', '=', keyOf(limit, subject)).execute();
}

export async function deleteOldActs(trx: Trx): Promise<void> {
  await trx.deleteFrom('limited_acts').where(({ eb, or }) => or([eb('acted_at', '<=', sql<Date>`now() - make_interval(secs => ${daySeconds})`), eb('acted_at', '>', notAhead)])).execute();
}
