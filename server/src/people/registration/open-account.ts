import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { keptUntil } from '../session/resume-registration.ts';
import { recordAcceptance } from '../terms/repository.ts';
import { lockRegistration } from './repository.ts';

/**
 * Makes the account of a registration whose address is proved, with what was accepted. Done twice it is done once;
 * where another registration has made an account of the address meanwhile, this one's code is worth nothing.
 */
export async function openAccount(trx: Trx, id: string): Promise<void> {
  const registration = await lockRegistration(trx, id);
  if (registration === null || registration.verified_at !== null) return;
  const { user_id, email, password_hash, language } = registration;
  if (password_hash === null) throw new Error('A registration that is not verified has no password.');
  const user = await trx
    .insertInto('users')
    .values({ id: user_id, email, password_hash, language })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (user === undefined) throw new ApiError('code_expired');
  await trx
    .insertInto('registrations')
    .values({ user_id, is_completed: false, stage: registrationStages.names })
    .execute();
  const acceptance = {
    accepted: registration.accepted_versions,
    language: registration.accepted_language,
    address: registration.accepted_from,
  };
  await recordAcceptance(trx, user_id, acceptance, registration.accepted_at);
  await trx
    .updateTable('registration_attempts')
    .set({ verified_at: sql<Date>`now()`, password_hash: null, expires_at: keptUntil })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('sessions').set({ user_id }).where('attempt_id', '=', id).execute();
}
