import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { deviceMaxAgeSeconds } from '../../platform/http/session-cookies.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import type { Due } from '../../platform/upkeep/due.ts';

/** Whether whoever has this address has signed in with this browser before. */
export async function isKnownDevice(trx: Trx, token: string, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .where('known_devices.token_hash', '=', hashToken(token))
    .where('users.email', '=', email)
    .select('known_devices.user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export type RememberedDevice = {
  /** What the browser keeps from now on. */
  readonly token: string;
  /** The person has other browsers, and this was none of them. */
  readonly isStrange: boolean;
};

/**
 * Knows the browser of somebody who has just signed in. It gets a new secret each time, which takes over what the old
 * one knew: one that somebody planted never becomes that of another person.
 */
export async function rememberDevice(trx: Trx, before: string | null, userId: string): Promise<RememberedDevice> {
  const others = await trx.selectFrom('known_devices').where('user_id', '=', userId).select('token_hash').execute();
  const known = before === null ? null : hashToken(before);
  const wasKnown = known !== null && others.some(({ token_hash }) => token_hash.equals(known));
  const token = newToken();
  const token_hash = hashToken(token);
  if (known !== null)
    await trx.updateTable('known_devices').set({ token_hash }).where('token_hash', '=', known).execute();
  await trx
    .insertInto('known_devices')
    .values({ token_hash, user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at: sql<Date>`now()` }),
    )
    .execute();
  return { token, isStrange: !wasKnown && others.length > 0 };
}

/** After a new password no browser is known: whoever had the old one may have been in any of them. */
export async function forgetDevices(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Browsers whose cookie is over. */
export const oldDevices: Due = {
  table: 'known_devices',
  by: 'last_used_at',
  keptFor: sql`make_interval(secs => ${sql.lit(deviceMaxAgeSeconds)})`,
};
