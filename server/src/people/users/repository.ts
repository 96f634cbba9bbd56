import type { Profile } from '@parlance/shared/contract/api/profile';
import type { Language } from '@parlance/shared/contract/language';
import type { Trx } from '../../platform/db/database.ts';
import { recordOfPerson } from '../../platform/audit/record.ts';
import { describeRegistration } from '../registration/repository.ts';

/** The profile of a member of the transaction's organisation. */
export async function findProfile(trx: Trx, memberId: string): Promise<Profile> {
  const person = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('memberships.id', '=', memberId)
    .select([
      'users.username',
      'users.email',
      'memberships.role_title as role',
      'organizations.name as organization',
      'users.mfa_preference',
      'users.language',
    ])
    .executeTakeFirstOrThrow();
  return { ...person, teams: await findTeams(trx, memberId) };
}

/** The names of the teams of a member. */
export async function findTeams(trx: Trx, memberId: string): Promise<string[]> {
  const teams = await trx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .where('team_members.member_id', '=', memberId)
    .orderBy('teams.name')
    .select('teams.name')
    .execute();
  return teams.map(({ name }) => name);
}

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
