import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/database.ts';
import { shownTeams } from './groups.ts';

/** The id that stands for everybody in place of a team, and for every bot in place of one. */
export const all = '00000000-0000-0000-0000-000000000000';
/** The number of changes counted with one transaction. */
export const countedAtOnce = 5_000;
const daySeconds = 24 * 60 * 60;

/**
 * Adds the changes of the transaction's organisation to its days: each change once, by one transaction after the other.
 * Returns the number of changes; with `countedAtOnce`, more are waiting.
 */
export async function countChanges(trx: Trx, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charts of ${organizationId}`}, 0))`.execute(trx);
  const teams = await findShownTeams(trx, organizationId);
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from chart_changes where id in (
        select id from chart_changes where organization_id = ${organizationId} order by id limit ${countedAtOnce})
      returning *),
    ${fitting(organizationId)},
    ${presence(organizationId, teams)},
    ${sums(teams)},
    counted as (
      insert into chart_days as kept (organization_id, team_id, bot_id, figure, day, value)
      select ${organizationId}::uuid, team_id, bot_id, figure, day, sum(value) from (
        select team_id, bot_id, figure, day, value from sums union all select team_id, bot_id, figure, day, people from windows) as added
      group by team_id, bot_id, figure, day having sum(value) <> 0
      on conflict (organization_id, team_id, bot_id, figure, day) do update set value = kept.value + excluded.value)
    select count(*)::int as taken from taken`.execute(trx);
  return rows[0]?.taken ?? 0;
}

/** Counts everything of everybody, one organisation after the other. */
export async function countAllChanges(db: Database, signal: AbortSignal): Promise<void> {
  const { rows } = await db.lookUp((lookup) =>
    sql<{ organization_id: string }>`select distinct organization_id from chart_changes`.execute(lookup),
  );
  for (const { organization_id: id } of rows) {
    while (!signal.aborted && (await db.asTenant(id, (trx) => countChanges(trx, id))) === countedAtOnce);
  }
}

/**
 * Finds the teams whose figures may be shown, by their present members: the active ones, or those that `among` admits.
 */
export async function findShownTeams(
  trx: Trx,
  organizationId: string,
  among: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<string[]> {
  const { rows: classes } = await sql<{ teams: string[]; people: number }>`
    select teams, count(*)::int as people from (
      select coalesce(array_agg(team_id::text order by team_id) filter (where team_id is not null), '{}') as teams
      from memberships left join team_members on team_members.member_id = memberships.id
      where memberships.organization_id = ${organizationId} and deactivated_at is null and ${among}
      group by memberships.id) as of_member
    group by teams`.execute(trx);
  const oldestFirst = await trx
    .selectFrom('teams')
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .select('id')
    .execute();
  return shownTeams(
    classes,
    oldestFirst.map(({ id }) => id),
  );
}

/**
 * Selects the taken changes with their day in the organisation's time zone, and with their bot if everybody may ask it.
 * A usage session beyond the remaining seconds of its member's day is dropped: a day has only so many seconds, however
 * many are claimed.
 */
const fitting = (organizationId: string) => sql`
  dated as (
    select taken.id, memberships.id as member_id, taken.bot_id is not null as is_asked, case when bots.access = 'organization' and bots.version is not null then bots.id end as bot_id,
      (taken.at at time zone organizations.time_zone)::date as day, taken.figures,
      coalesce((figures ->> 'typing')::int + (figures ->> 'reading')::int + (figures ->> 'interacting')::int + (figures ->> 'idling')::int, 0) as seconds
    from taken join organizations on organizations.id = taken.organization_id
    left join memberships on memberships.id = taken.member_id
    left join bots on bots.id = taken.bot_id),
  filled as (
    select dated.*, coalesce(chart_members.seconds, 0) + sum(dated.seconds) over (partition by dated.member_id, dated.day order by dated.id) as filled
    from dated left join chart_members on chart_members.member_id = dated.member_id and chart_members.last_day = dated.day),
  fitting as (select * from filled where seconds = 0 or filled <= ${daySeconds}),
  told as (
    select fitting.*, is_asked and figures ? 'active' as has_asked, chart_members.last_asked as asked_before,
      max(fitting.day) filter (where fitting.seconds > 0) over (partition by fitting.member_id) as latest
    from fitting left join chart_members on chart_members.member_id = fitting.member_id
    where fitting.member_id is not null),
  of_members as (
    insert into chart_members as known (organization_id, member_id, last_active, asked_days, last_asked, last_day, seconds)
    select ${organizationId}::uuid, member_id, max(day) filter (where figures ? 'active'),
      count(distinct day) filter (where has_asked and day > coalesce(asked_before, '-infinity')), max(day) filter (where has_asked),
      max(latest), coalesce(sum(seconds) filter (where day = latest), 0)
    from told group by member_id
    on conflict (organization_id, member_id) do update set
      last_active = greatest(known.last_active, excluded.last_active),
      asked_days = known.asked_days + excluded.asked_days,
      last_asked = greatest(known.last_asked, excluded.last_asked),
      seconds = case when known.last_day = excluded.last_day then known.seconds + excluded.seconds
        when excluded.last_day > known.last_day or known.last_day is null then excluded.seconds else known.seconds end,
      last_day = greatest(known.last_day, excluded.last_day))`;

/** The teams of a member that are shown, and everybody. */
const groupsOf = (teams: readonly string[]) => sql`(
  select ${all}::uuid as team_id union all
  select team_members.team_id from team_members where team_members.member_id = fitting.member_id and team_members.team_id = any(${teams}::uuid[]))`;
/** The bot it was about, and every bot. */
const botsOf = sql`(select ${all}::uuid as bot_id union all select fitting.bot_id where fitting.bot_id is not null)`;

const sums = (teams: readonly string[]) => sql`
  sums as (
    select groups.team_id, of_bots.bot_id, figure, day, amount::bigint as value
    from fitting cross join lateral jsonb_each_text(figures) as each_figure (figure, amount)
    cross join lateral ${groupsOf(teams)} as groups cross join lateral ${botsOf} as of_bots
    where figure <> 'active')`;

/**
 * Records presence, and what a further day of somebody adds to the days on which they count as active within a day, a
 * week or a month: those that no earlier day reached, up to their next day, which counts from there on.
 */
const presence = (organizationId: string, teams: readonly string[]) => sql`
  present as (
    insert into chart_presence (organization_id, team_id, bot_id, member_id, day)
    select distinct ${organizationId}::uuid, groups.team_id, of_bots.bot_id, fitting.member_id, fitting.day
    from fitting cross join lateral ${groupsOf(teams)} as groups cross join lateral ${botsOf} as of_bots
    where figures ? 'active' and fitting.member_id is not null
    on conflict do nothing
    returning team_id, bot_id, member_id, day),
  spans as (
    select present.*,
      (select max(known.day) from chart_presence as known where known.organization_id = ${organizationId} and ${sameAs} and known.day < present.day) as before,
      least((select min(known.day) from chart_presence as known where known.organization_id = ${organizationId} and ${sameAs} and known.day > present.day),
        lead(present.day) over (partition by team_id, bot_id, member_id order by day)) as after
    from present),
  windows as (
    select team_id, bot_id, figure, day + later as day, count(*) as people
    from spans cross join (values ('active_day', 1), ('active_week', 7), ('active_month', 30)) as reaching (figure, days)
    cross join lateral generate_series(greatest(day, before + days) - day, least(day + days - 1, after - 1) - day) as later
    group by team_id, bot_id, figure, day + later),
  askers as (
    insert into chart_askers (organization_id, bot_id, member_id)
    select distinct ${organizationId}::uuid, coalesce(bot_id, ${all}::uuid), member_id from fitting
    where is_asked and member_id is not null and figures ? 'active'
    on conflict do nothing)`;
const sameAs = sql`known.member_id = present.member_id and known.team_id = present.team_id and known.bot_id = present.bot_id`;
