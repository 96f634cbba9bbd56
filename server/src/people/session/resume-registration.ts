import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/**
 * The registration that somebody without a membership goes on with. Who has none, because the organisation has gone or
 * has let them go, begins one at the names: the address is verified, and there is a password.
 */
export async function resumeRegistration(
  trx: Trx,
  account: { userId: string; email: string; language: Language },
  address: string,
): Promise<{ id: string; memberId: string }> {
  const { userId, email, language } = account;
  const accepted = { accepted_versions: '{}', accepted_language: language, accepted_from: address };
  const registration = await trx
    .insertInto('registration_attempts')
    .values({
      user_id: userId,
      email,
      language,
      account_kind: 'organization',
      ...accepted,
      verified_at: sql<Date>`now()`,
      expires_at: keptUntil,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ expires_at: keptUntil }))
    .returning(['id', 'new_member_id'])
    .executeTakeFirstOrThrow();
  const pending = { is_completed: false, stage: registrationStages.names };
  await trx
    .insertInto('registrations')
    .values({ user_id: userId, ...pending })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(pending).where('registrations.is_completed', '=', true),
    )
    .execute();
  return { id: registration.id, memberId: registration.new_member_id };
}

/**
 * A registration that is not completed within three months of the last sign-in is forgotten, and its account with it.
 */
const verifiedDays = 90;

/** Until when a verified registration is kept that somebody goes on with now. */
export const keptUntil = sql<Date>`now() + make_interval(days => ${verifiedDays})`;
