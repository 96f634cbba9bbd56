import type { Profile } from '@parlance/shared/contract/api/users/profile';
import type { Language } from '@parlance/shared/contract/values/language';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { describeRegistration } from '../registration/repository.ts';

/** What is known of somebody who is still registering. */
export async function findProfileOfRegistration(trx: Trx, registrationId: string): Promise<Profile> {
  const { username, email, role, organization, language, team } = await describeRegistration(trx, registrationId);
  return {
    username,
    email,
    role: role ?? '',
    organization: organization ?? '',
    mfa_preference: 'NONE',
    language,
    teams: team === null ? [] : [team],
  };
}

type Changes = { readonly username?: string | undefined; readonly language?: Language | undefined };

/** Changes what is given. Across organisations: a person has one name and one language in all of them. */
export async function updateUser(trx: Trx, userId: string, { username, language }: Changes): Promise<void> {
  const changes = { ...(username === undefined ? {} : { username }), ...(language === undefined ? {} : { language }) };
  if (Object.keys(changes).length === 0) return;
  const { email, ...before } = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'username', 'language'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx.updateTable('users').set(changes).where('id', '=', userId).execute();
  await recordOfPerson(
    trx,
    { userId, email },
    { action: 'account.profile_changed', by: 'themselves', before, after: { ...before, ...changes } },
  );
}
