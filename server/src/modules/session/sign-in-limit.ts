import type { Trx } from '../../plugins/db/database.ts';
import { type Limit, countAct, forgetActs } from '../limits/limits.ts';
import { isKnownDevice } from './known-devices.ts';

/** At most ten passwords are evaluated for one account in a quarter of an hour, whichever addresses and headers they come with. */
const passwords: Limit = { name: 'password', most: 10, windowSeconds: 15 * 60, code: 'account_locked' };

/**
 * Counts a password before it is looked at, so that parallel ones count too. What strangers try is counted together; a
 * browser in which the person has signed in before has its own ten, and is not locked out by them.
 */
export async function countPassword(trx: Trx, email: string, deviceToken: string | null): Promise<string> {
  const isKnown = deviceToken !== null && (await isKnownDevice(trx, deviceToken, email));
  return countAct(trx, passwords, isKnown ? `${email}\0${deviceToken}` : email);
}

/** After a new password by mail nobody is locked out any more: the tries were for another one. */
export const forgetPasswords = (trx: Trx, email: string): Promise<void> => forgetActs(trx, passwords, email);
