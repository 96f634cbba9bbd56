import type { Trx } from '../../platform/db/database.ts';
import { type Limit, countAct, forgetActs, giveBack } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { isKnownDevice } from './known-devices.ts';

const windowSeconds = 15 * 60;
/**
 * The limit of passwords checked per account: ten in a quarter of an hour, whichever addresses and headers they come
 * with.
 */
const passwords: Limit = { name: 'password', most: 10, windowSeconds, code: 'account_locked' };
/**
 * The limit of wrong passwords from one network address, over all accounts: trying one password with thousands of
 * accounts is not stopped by the ten of each. More than a whole office mistypes in a quarter of an hour.
 */
const passwordsFrom: Limit = { name: 'password-from', most: 100, windowSeconds };

/** An attempt to sign in: its account, and where it comes from. */
type SignInAttempt = { readonly email: string; readonly deviceToken: string | null; readonly address: string };

/** The ids of the acts counted for one password. */
export type CountedPassword = readonly string[];

/**
 * Counts a password before it is checked, so that parallel ones count too. Attempts of strangers are counted together,
 * by account and by network address; a browser in which the person has signed in before has ten of its own, and is
 * locked out neither by strangers nor by neighbours.
 */
export async function countPassword(
  trx: Trx,
  { email, deviceToken, address }: SignInAttempt,
): Promise<CountedPassword> {
  const isKnown = deviceToken !== null && (await isKnownDevice(trx, deviceToken, email));
  if (isKnown) return [await countAct(trx, passwords, `${email}\0${deviceToken}`)];
  // A password refused by the account's limit does not count for the address: throwing rolls it back.
  return [await countAct(trx, passwordsFrom, networkOf(address)), await countAct(trx, passwords, email)];
}

/** Uncounts a password, as if it had never come. */
export async function giveBackPassword(trx: Trx, counted: CountedPassword): Promise<void> {
  for (const id of counted) await giveBack(trx, id);
}

/** Lifts the lock after a password reset by mail: the tries were for another password. */
export const forgetPasswords = (trx: Trx, email: string): Promise<void> => forgetActs(trx, passwords, email);
