import type { Colleague, ColleagueTeam } from '@parlance/shared/contract/values/colleague';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { memberName } from './colleague.ts';

/** What can be for people and for teams that are named, and where it names them. */
export const namingTables = {
  share: { people: 'share_people', teams: 'share_teams', of: 'share_id' },
  agent: { people: 'agent_people', teams: 'agent_teams', of: 'bot_id' },
  prompt_template: { people: 'prompt_template_people', teams: 'prompt_template_teams', of: 'template_id' },
  knowledge_source: { people: 'knowledge_people', teams: 'knowledge_teams', of: 'source_id' },
} as const;
type Kind = keyof typeof namingTables;

/** Whether a thing names a member, or a team that they are in. */
export function isNamedIn(kind: Kind, id: RawBuilder<unknown>, memberId: string): RawBuilder<boolean> {
  const { people, teams, of } = namingTables[kind];
  return sql<boolean>`(
    exists (select from ${sql.table(people)} as named where named.${sql.ref(of)} = ${id} and named.member_id = ${memberId})
    or exists (
      select from ${sql.table(teams)} as named join team_members on team_members.team_id = named.team_id
      where named.${sql.ref(of)} = ${id} and team_members.member_id = ${memberId}))`;
}

/** The people that a thing names, by name, without those who are deactivated. */
export function peopleNamedIn(kind: Kind, id: RawBuilder<unknown>): RawBuilder<Colleague[]> {
  const { people, of } = namingTables[kind];
  return sql<Colleague[]>`coalesce((
    select json_agg(json_build_object('id', memberships.id, 'name', ${memberName}) order by ${memberName})
    from ${sql.table(people)} as named
    join memberships on memberships.id = named.member_id
    join users on users.id = memberships.user_id
    where named.${sql.ref(of)} = ${id} and memberships.deactivated_at is null), '[]')`;
}

/** The teams that a thing names, by name. */
export function teamsNamedIn(kind: Kind, id: RawBuilder<unknown>): RawBuilder<ColleagueTeam[]> {
  const { teams, of } = namingTables[kind];
  return sql<ColleagueTeam[]>`coalesce((
    select json_agg(json_build_object('id', teams.id, 'name', teams.name) order by lower(teams.name), teams.id)
    from ${sql.table(teams)} as named
    join teams on teams.id = named.team_id
    where named.${sql.ref(of)} = ${id}), '[]')`;
}

export type NamedIds = { readonly memberIds: readonly string[]; readonly teamIds: readonly string[] };
export const nobody: NamedIds = { memberIds: [], teamIds: [] };

type NamedSubjects = {
  readonly scope: string;
  readonly member_ids: readonly string[];
  readonly team_ids: readonly string[];
};

/**
 * Whom a request names for a thing, each once. Throws validation_failed unless the scope “people” names somebody and
 * every other one nobody, and not_found where one is not of the organisation. Whoever owns the thing is not named
 * beside.
 */
export async function namedIn(
  trx: Trx,
  organizationId: string,
  { scope, member_ids, team_ids }: NamedSubjects,
  ownerId: string | null = null,
): Promise<NamedIds> {
  const named = { memberIds: [...new Set(member_ids)].filter((id) => id !== ownerId), teamIds: [...new Set(team_ids)] };
  if ((scope === 'people') !== named.memberIds.length + named.teamIds.length > 0) {
    const message =
      scope === 'people'
        ? 'Name at least one colleague or team.'
        : 'People and teams are named for the scope “people” alone.';
    throw new ApiError('validation_failed', { issues: [{ path: 'body.member_ids', message }] });
  }
  await requireColleagues(trx, organizationId, named.memberIds);
  await requireTeams(trx, organizationId, named.teamIds);
  return named;
}

type Thing = { readonly organizationId: string; readonly id: string };

/** Names the people and the teams of a thing, in place of all before. They were asked for by namedIn. */
export async function nameAnew(
  trx: Trx,
  kind: Kind,
  { organizationId, id }: Thing,
  { memberIds, teamIds }: NamedIds,
): Promise<void> {
  const { people, teams, of } = namingTables[kind];
  for (const [table, column, ids] of [
    [people, 'member_id', memberIds],
    [teams, 'team_id', teamIds],
  ] as const) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(of)} = ${id}`.execute(trx);
    if (ids.length === 0) continue;
    await sql`insert into ${sql.table(table)} (organization_id, ${sql.ref(of)}, ${sql.ref(column)}) select ${organizationId}::uuid, ${id}::uuid, unnest(${ids}::uuid[])`.execute(
      trx,
    );
  }
}

/**
 * Throws not_found unless all are active members. Held until the transaction ends: nobody leaves the organisation in
 * between.
 */
export async function requireColleagues(trx: Trx, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await trx
    .selectFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('deactivated_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (found.length < ids.length) throw new ApiError('not_found');
}

/** As requireColleagues, of teams. */
export async function requireTeams(trx: Trx, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await trx
    .selectFrom('teams')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .select('id')
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (found.length < ids.length) throw new ApiError('not_found');
}
