import type { Profile } from '@parlance/shared/contract/api/users/profile';
import type { Trx } from '../../platform/db/database.ts';

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
