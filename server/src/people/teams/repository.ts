import type { Team, TeamMember, TeamSort } from '@parlance/shared/contract/api/teams';
import { sql } from 'kysely';
import { listMaxLength } from '../../platform/audit/changes.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { memberName } from '../naming/colleague.ts';

const members = sql<number>`(
  select count(*) from team_members join memberships on memberships.id = team_members.member_id
  where team_members.team_id = teams.id and memberships.deactivated_at is null)::int`;
const owners = sql<string[]>`coalesce((
  select json_agg(${memberName} order by ${memberName}) from team_members
  join memberships on memberships.id = team_members.member_id
  join users on users.id = memberships.user_id
  where team_members.team_id = teams.id and team_members.is_owner and memberships.deactivated_at is null), '[]')`;

const shown = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('teams')
    .where('teams.organization_id', '=', organizationId)
    .select(['teams.id', 'teams.name', 'teams.description', 'teams.created_at'])
    .select([members.as('members'), owners.as('owners')]);

const asTeam = <Row extends { created_at: Date }>(row: Row) => ({ ...row, created_at: row.created_at.toISOString() });

/** Text in every case, so that one kind of position serves all. */
const sortValues = { name: sql<string>`lower(teams.name)`, members: sql<string>`lpad(${members}::text, 9, '0')` };

/** Where a page begins: after the team with this value of the order, and id. */
export type TeamPosition = readonly [value: string, id: string];
type Query = {
  readonly organizationId: string;
  readonly q: string;
  readonly sort: TeamSort;
  /** Only those that this member owns. */
  readonly ownedBy: string | null;
  readonly after: TeamPosition | null;
  readonly limit: number;
};

/** One more than `limit` where there are more, each with where the next page would begin. */
export async function findTeams(
  trx: Trx,
  { organizationId, q, sort, ownedBy, after, limit }: Query,
): Promise<{ team: Team; position: TeamPosition }[]> {
  const descending = sort.startsWith('-');
  // the sorts are these two, with or without a minus
  const value = sortValues[sort.replace('-', '') as keyof typeof sortValues];
  const direction = descending ? 'desc' : 'asc';
  let query = shown(trx, organizationId).select(value.as('sort_value'));
  // Not LIKE: a percent sign in the search text is a percent sign.
  if (q !== '') query = query.where(sql<boolean>`strpos(lower(teams.name), lower(${q})) > 0`);
  if (ownedBy !== null) query = query.where(isOwnedBy(ownedBy));
  if (after !== null)
    query = query.where(
      sql<boolean>`(${value}, teams.id) ${sql.raw(descending ? '<' : '>')} (${after[0]}, ${after[1]}::uuid)`,
    );
  const rows = await query
    .orderBy(value, direction)
    .orderBy('teams.id', direction)
    .limit(limit + 1)
    .execute();
  return rows.map(({ sort_value, ...row }) => ({ team: asTeam(row), position: [sort_value, row.id] }));
}

const isOwnedBy = (memberId: string) =>
  sql<boolean>`exists (select from team_members where team_members.team_id = teams.id and team_members.member_id = ${memberId} and team_members.is_owner)`;

/** Whether a member owns this team, or any where none is named. */
export async function ownsTeam(trx: Trx, memberId: string, teamId: string | null): Promise<boolean> {
  let query = trx.selectFrom('team_members').where('member_id', '=', memberId).where('is_owner', '=', true);
  if (teamId !== null) query = query.where('team_id', '=', teamId);
  return (await query.select('team_id').limit(1).executeTakeFirst()) !== undefined;
}

export async function findTeam(trx: Trx, organizationId: string, id: string): Promise<Team> {
  const row = await shown(trx, organizationId).where('teams.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return asTeam(row);
}

/** Held until the transaction ends, so that nobody deletes it in between. Throws not_found. */
export async function holdTeam(
  trx: Trx,
  organizationId: string,
  id: string,
): Promise<{ name: string; description: string }> {
  const row = await trx
    .selectFrom('teams')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .select(['name', 'description'])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return row;
}

/** Throws name_taken where another team of the organisation is called so, in any letter case. */
export async function requireFreeName(
  trx: Trx,
  organizationId: string,
  name: string,
  exceptId: string | null = null,
): Promise<void> {
  // One at a time, or two new teams of a name would not see each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`teams ${organizationId}`}, 0))`.execute(trx);
  let query = trx
    .selectFrom('teams')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(name) = lower(${name})`);
  if (exceptId !== null) query = query.where('id', '<>', exceptId);
  if ((await query.select('id').executeTakeFirst()) !== undefined) throw new ApiError('name_taken');
}

/** Where a page begins: after the member with this name, as sorted, and id. */
export type TeamMemberPosition = readonly [sortName: string, id: string];

const teamMembers = (trx: Trx, teamId: string) =>
  trx
    .selectFrom('team_members')
    .innerJoin('memberships', 'memberships.id', 'team_members.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('team_members.team_id', '=', teamId)
    .where('memberships.deactivated_at', 'is', null)
    .select(['memberships.id', memberName.as('name'), 'team_members.is_owner']);

const sortName = sql<string>`lower(${memberName})`;

/** By name, one more than `limit` where there are more. */
export function findTeamMembers(trx: Trx, teamId: string, after: TeamMemberPosition | null, limit: number) {
  let query = teamMembers(trx, teamId).select(sortName.as('sort_name'));
  if (after !== null)
    query = query.where(sql<boolean>`(${sortName}, memberships.id) > (${after[0]}, ${after[1]}::uuid)`);
  return query
    .orderBy(sortName)
    .orderBy('memberships.id')
    .limit(limit + 1)
    .execute();
}

export async function findTeamMember(trx: Trx, teamId: string, memberId: string): Promise<TeamMember | null> {
  return (await teamMembers(trx, teamId).where('memberships.id', '=', memberId).executeTakeFirst()) ?? null;
}

/**
 * The addresses of whoever is in a team, deactivated members too: at most as many as an entry of the audit log lists.
 */
export async function findTeamEmails(trx: Trx, teamId: string): Promise<string[]> {
  const people = trx
    .selectFrom('team_members')
    .innerJoin('memberships', 'memberships.id', 'team_members.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id');
  const rows = await people
    .where('team_members.team_id', '=', teamId)
    .orderBy('users.email')
    .limit(listMaxLength)
    .select('users.email')
    .execute();
  return rows.map(({ email }) => email);
}
