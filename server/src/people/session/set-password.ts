import type { Language } from '@parlance/shared/contract/values/language';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { forgetDevices } from './known-devices.ts';
import { endSessionsOf } from './repository.ts';
import { forgetPasswords } from './sign-in-limit.ts';

type NewPassword = {
  readonly userId: string;
  readonly email: string;
  readonly language: Language;
  readonly passwordHash: string;
};

/**
 * A new password ends every session, half-signed-in ones too; no browser is known any more, and the person hears of it.
 */
export async function setPassword(trx: Trx, { userId, email, language, passwordHash }: NewPassword): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await trx.deleteFrom('password_resets').where('email', '=', email).execute();
  await endSessionsOf(trx, userId);
  await forgetDevices(trx, userId);
  await forgetPasswords(trx, email);
  await recordOfPerson(trx, { userId, email }, { action: 'account.password_changed', by: 'themselves' });
  await queueMail(trx, {
    to: email,
    language,
    template: 'password_changed',
    values: { when: new Date().toISOString() },
  });
}
