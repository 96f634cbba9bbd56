import { createHash } from 'node:crypto';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { ApiError } from '../errors/api-error.ts';
import { type Due, type Page, days } from '../upkeep/due.ts';

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
 * What is written later than that is of a database's clock that was ahead and has been put right. It would hold people
 * back for as long as the clock was wrong, so it counts no more. Clocks of several machines may differ by less.
 */
export const notAhead = sql<Date>`now() + interval '1 minute'`;

export const daySeconds = 24 * 60 * 60;
export const hourSeconds = 60 * 60;
export const minuteSeconds = 60;

/** The subject does not stand in the table, and counts whether it exists or not, or the limit would tell. */
const keyOf = ({ name }: Limit, subject: string) => createHash('sha256').update(`${name}\0${subject}`).digest();

/** By subject: what `giveBack` takes, and of those that have none left, in how many seconds they have one again. */
type ActCounts = { readonly counted: ReadonlyMap<string, string>; readonly secondsLeft: ReadonlyMap<string, number> };

/**
 * Counts one act of each of these subjects, before the acts are done, so that parallel ones count too. A transaction
 * that is rolled back has counted nothing.
 */
export async function countActs(trx: Trx, limit: Limit, subjects: readonly string[]): Promise<ActCounts> {
  const subjectOf = new Map(subjects.map((subject) => [keyOf(limit, subject).toString('hex'), subject]));
  const keys = [...subjectOf.keys()].sort();
  // In one order, so that no two transactions wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(keys.key, 0)) from unnest(${keys}::text[]) as keys (key)`.execute(
    trx,
  );
  const { rows: full } = await sql<{ key: string; seconds_left: number }>`
    select keys.key, extract(epoch from oldest.acted_at + make_interval(secs => ${limit.windowSeconds}) - now())::float8 as seconds_left
    from unnest(${keys}::text[]) as keys (key) cross join lateral (
      select acted_at from limited_acts
      where limited_acts.key = decode(keys.key, 'hex') and acted_at > now() - make_interval(secs => ${limit.windowSeconds}) and acted_at <= ${notAhead}
      order by acted_at desc offset ${limit.most - 1} limit 1
    ) as oldest`.execute(trx);
  const secondsLeft = new Map(
    full.map(({ key, seconds_left }) => [subjectOf.get(key) ?? '', Math.max(1, Math.ceil(seconds_left))]),
  );
  const free = [...subjectOf].flatMap(([key, subject]) =>
    secondsLeft.has(subject) ? [] : [{ key: Buffer.from(key, 'hex') }],
  );
  const made =
    free.length === 0 ? [] : await trx.insertInto('limited_acts').values(free).returning(['id', 'key']).execute();
  return { counted: new Map(made.map(({ id, key }) => [subjectOf.get(key.toString('hex')) ?? '', id])), secondsLeft };
}

/** The same of one subject; returns what `giveBack` takes. Throws, with Retry-After, where none is left. */
export async function countAct(trx: Trx, limit: Limit, subject: string): Promise<string> {
  const { counted, secondsLeft } = await countActs(trx, limit, [subject]);
  const id = counted.get(subject);
  if (id === undefined)
    throw new ApiError(limit.code ?? 'rate_limited', {
      retryAfterSeconds: secondsLeft.get(subject) ?? limit.windowSeconds,
    });
  return id;
}

/**
 * The same of an act that is as much as several. Who has one left may do all of it, however much it is, and then has
 * the longer to wait.
 */
export async function countLargeAct(trx: Trx, limit: Limit, subject: string, size: number): Promise<void> {
  if (size === 0) return;
  await countAct(trx, limit, subject);
  const more = Math.min(size, limit.most) - 1;
  await sql`insert into limited_acts (key) select ${keyOf(limit, subject)} from generate_series(1, ${more}::int)`.execute(
    trx,
  );
}

/** What turned out to need no limit is not counted. */
export async function giveBack(trx: Trx, ...ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('limited_acts').where('id', 'in', ids).execute();
}

/** Nothing counts for the subject any more. */
export async function forgetActs(trx: Trx, limit: Limit, subject: string): Promise<void> {
  await trx.deleteFrom('limited_acts').where('key', '=', keyOf(limit, subject)).execute();
}

/** Acts that count for nothing any more. */
export const oldActs: Due = { table: 'limited_acts', by: 'acted_at', keptFor: days(1) };

/** Deletes acts of a clock that was ahead. */
export async function deleteActsAhead(trx: Trx, { limit, skip }: Page): Promise<number> {
  const ahead = trx
    .selectFrom('limited_acts')
    .where('acted_at', '>', notAhead)
    .select('id')
    .orderBy('acted_at', 'desc')
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const { numDeletedRows } = await trx.deleteFrom('limited_acts').where('id', 'in', ahead).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
