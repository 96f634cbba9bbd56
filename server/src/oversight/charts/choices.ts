import type { ChartChoices, ChartRange } from '@parlance/shared/contract/api/charts/charts';
import { type LocalizedText, textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { all, findShownTeams } from './count.ts';
import { type Askers, shownBots } from './groups.ts';

type Bot = { readonly id: string; readonly name: LocalizedText };

/** What the figures of an organisation can be filtered by. */
export async function readChoices(
  trx: Trx,
  { organizationId, language }: Pick<Caller, 'organizationId' | 'language'>,
): Promise<Omit<ChartChoices, 'is_counting'>> {
  const teams = await trx
    .selectFrom('teams')
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .select(['id', 'name'])
    .execute();
  const shown = new Set(await findShownTeams(trx, organizationId));
  const bots = (await findShownBots(trx, organizationId)).map(({ id, name }) => ({ id, name: textIn(name, language) }));
  const { rows } = await sql<Pick<ChartChoices, 'time_zone' | 'today' | 'first_day'>>`
    select time_zone, (now() at time zone time_zone)::date::text as today,
      (select min(day)::text from chart_days where organization_id = organizations.id) as first_day
    from organizations where id = ${organizationId}`.execute(trx);
  const [own] = rows;
  if (own === undefined) throw new ApiError('not_found');
  return {
    teams: teams.filter(({ id }) => shown.has(id)),
    bots: bots.toSorted((a, b) => a.name.localeCompare(b.name, language)),
    hidden_teams: teams.length - shown.size,
    ...own,
  };
}

/** Bots that were asked and whose figures may be shown one by one. */
export async function findShownBots(trx: Trx, organizationId: string): Promise<Bot[]> {
  const teams = await findShownTeams(trx, organizationId);
  const { rows } = await sql<{ teams: string; bot_id: string; people: number }>`
    with classes as (
      select memberships.id as member_id, coalesce(string_agg(team_id::text, ',' order by team_id), '') as teams
      from memberships left join team_members on team_members.member_id = memberships.id and team_members.team_id = any(${teams}::uuid[])
      where memberships.organization_id = ${organizationId} group by memberships.id)
    select teams, bot_id, count(*)::int as people from chart_askers join classes using (member_id)
    where organization_id = ${organizationId} group by teams, bot_id`.execute(trx);
  const askedIds = [...new Set(rows.map(({ bot_id }) => bot_id))].filter((id) => id !== all);
  if (askedIds.length === 0) return [];
  const classes = [...Map.groupBy(rows, (row) => row.teams).values()].map((of): Askers => ({
    closed: of.find(({ bot_id }) => bot_id === all)?.people ?? 0,
    open: new Map(of.filter(({ bot_id }) => bot_id !== all).map(({ bot_id, people }) => [bot_id, people])),
  }));
  const open = await trx
    .selectFrom('bots')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', askedIds)
    .where('access', '=', 'organization')
    .select(['id', 'name'])
    .execute();
  const shown = new Set(
    shownBots(
      open.map(({ id }) => id),
      classes,
    ),
  );
  return open.filter(({ id }) => shown.has(id));
}

/** Throws not_found for what is not the organisation's, and group_too_small for what would say what few people do. */
export async function requireShown(
  trx: Trx,
  organizationId: string,
  { team_id, bot_id }: Pick<ChartRange, 'team_id' | 'bot_id'>,
): Promise<void> {
  if (team_id !== undefined && !(await findShownTeams(trx, organizationId)).includes(team_id)) {
    throw new ApiError((await isOwn(trx, 'teams', organizationId, team_id)) ? 'group_too_small' : 'not_found');
  }
  if (bot_id !== undefined && !(await findShownBots(trx, organizationId)).some(({ id }) => id === bot_id)) {
    throw new ApiError((await isOwn(trx, 'bots', organizationId, bot_id)) ? 'group_too_small' : 'not_found');
  }
}

const isOwn = async (trx: Trx, table: 'teams' | 'bots', organizationId: string, id: string): Promise<boolean> =>
  (await trx
    .selectFrom(table)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()) !== undefined;
