import type { Trx } from '../../platform/db/database.ts';
import { type Limit, countAct, forgetActs, giveBack } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { isKnownDevice } from './known-devices.ts';

const windowSeconds = 15 * 60;
/**
 * At most ten passwords are evaluated for one account in a quarter of an hour, whichever addresses and headers they
 * come with.
 */
const passwords: Limit = { name: 'password', most: 10, windowSeconds, code: 'account_locked' };
/**
 * Wrong passwords from one network address, over all accounts: who tries one password with thousands of accounts is not
 * held up by the ten of each. More than a whole office mistypes in a quarter of an hour.
 */
const passwordsFrom: Limit = { name: 'password-from', most: 100, windowSeconds };

/** A password that comes to be looked at: for which account, and from where. */
type SignInAttempt = { readonly email: string; readonly deviceToken: string | null; readonly address: string };

/** What was counted for one password. */
export type CountedPassword = readonly string[];

/**
 * Counts a password before it is looked at, so that parallel ones count too. What strangers try is counted together, by
 * account and by network address; a browser in which the person has signed in before has its own ten and nothing else,
 * and is locked out neither by strangers nor by neighbours.
 */
export async function countPassword(
  trx: Trx,
  { email, deviceToken, address }: SignInAttempt,
): Promise<CountedPassword> {
  const isKnown = deviceToken !== null && (await isKnownDevice(trx, deviceToken, email));
  if (isKnown) return [await countAct(trx, passwords, `${email}\0${deviceToken}`)];
  // One that the account turns away takes none of the address's: what throws is rolled back.
  return [await countAct(trx, passwordsFrom, networkOf(address)), await countAct(trx, passwords, email)];
}

/** As if the password had never come. */
export async function giveBackPassword(trx: Trx, counted: CountedPassword): Promise<void> {
  for (const id of counted) await giveBack(trx, id);
}

/** After a new password by mail nobody is locked out any more: the tries were for another one. */
export const forgetPasswords = (trx: Trx, email: string): Promise<void> => forgetActs(trx, passwords, email);
