import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../plugins/api-error.ts';
import type { Trx } from '../../plugins/db/database.ts';

/** At most so many passwords are evaluated for one account … */
const attempts = 10;
/** … in so many seconds, whichever addresses and headers they come with. */
const windowSeconds = 15 * 60;

/** Counted whether the account exists or not, or the limit would tell. */
const accountKey = (email: string) => createHash('sha256').update(email).digest();

/** Takes one attempt before the password is looked at, so that parallel tries count too. Throws rate_limited where none is left. */
export async function takeAttempt(trx: Trx, email: string): Promise<string> {
  const key = accountKey(email);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key.toString('hex')}, 0))`.execute(trx);
  const recent = await trx
    .selectFrom('sign_in_attempts')
    .where('account_key', '=', key)
    .where('attempted_at', '>', sql<Date>`now() - make_interval(secs => ${windowSeconds})`)
    .orderBy('attempted_at', 'desc')
    .limit(attempts)
    .select(sql<number>`extract(epoch from attempted_at + make_interval(secs => ${windowSeconds}) - now())::float8`.as('seconds_left'))
    .execute();
  const oldest = recent[attempts - 1];
  if (oldest !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(oldest.seconds_left)) });
  const { id } = await trx.insertInto('sign_in_attempts').values({ account_key: key }).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The right password costs no attempt: who knows it learns nothing by trying. */
export async function giveAttemptBack(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sign_in_attempts').where('id', '=', id).execute();
}

export async function deleteOldAttempts(trx: Trx): Promise<void> {
  await trx.deleteFrom('sign_in_attempts').where('attempted_at', '<=', sql<Date>`now() - make_interval(secs => ${windowSeconds})`).execute();
}
