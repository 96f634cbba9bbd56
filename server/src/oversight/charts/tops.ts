import { type ChartRange, type ChartTops, regularDays } from '@parlance/shared/contract/api/charts/charts';
import { textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findShownBots } from './choices.ts';
import { all } from './count.ts';

const rulesAtMost = 20;
type OfBot = Omit<ChartTops['bots'][number], 'id' | 'name'>;
const nothing: OfBot = { dialogues: 0, answers: 0, tokens: 0, ups: 0, downs: 0 };

/** What was used most in a range, and how far members have come. */
export async function readTops(trx: Trx, caller: Caller, range: ChartRange): Promise<ChartTops> {
  return {
    ...(await readBots(trx, caller, range)),
    rules: await readRules(trx, caller, range),
    adoption: await readAdoption(trx, caller, range),
  };
}

/** Each bot that is shown, and what is left of the figures of all when theirs are taken away. */
async function readBots(
  trx: Trx,
  { organizationId, language }: Caller,
  { from, to, team_id, bot_id }: ChartRange,
): Promise<Pick<ChartTops, 'bots' | 'other_bots'>> {
  const { rows } = await sql<OfBot & { bot_id: string }>`
    select bot_id, ${sumOf('dialogues')} as dialogues, ${sumOf('answers')} as answers, ${sumOf('input_tokens', 'output_tokens')} as tokens, ${sumOf('ups')} as ups, ${sumOf('downs')} as downs
    from chart_days
    where organization_id = ${organizationId} and team_id = ${team_id ?? all} and day between ${from} and ${to}
      and figure in ('dialogues', 'answers', 'input_tokens', 'output_tokens', 'ups', 'downs')
    group by bot_id`.execute(trx);
  const of = new Map(rows.map(({ bot_id: id, ...figures }) => [id, figures]));
  const shown = (await findShownBots(trx, organizationId)).flatMap(({ id, name }) => {
    const figures = of.get(id);
    return figures === undefined ? [] : [{ id, name: textIn(name, language), ...figures }];
  });
  const bots = shown
    .filter(({ id }) => bot_id === undefined || id === bot_id)
    .toSorted((a, b) => b.answers - a.answers || b.dialogues - a.dialogues || a.name.localeCompare(b.name, language));
  if (bot_id !== undefined) return { bots, other_bots: null };
  const rest = shown.reduce(less, of.get(all) ?? nothing);
  return { bots, other_bots: Object.values(rest).some((value) => value > 0) ? rest : null };
}

const sumOf = (...figures: string[]) =>
  sql`coalesce(sum(value) filter (where figure in (${sql.join(figures)})), 0)::float8`;

const less = (from: OfBot, { dialogues, answers, tokens, ups, downs }: OfBot): OfBot => ({
  dialogues: from.dialogues - dialogues,
  answers: from.answers - answers,
  tokens: from.tokens - tokens,
  ups: from.ups - ups,
  downs: from.downs - downs,
});

async function readRules(
  trx: Trx,
  { organizationId }: Caller,
  { from, to, team_id, bot_id }: ChartRange,
): Promise<ChartTops['rules']> {
  if (team_id !== undefined) return [];
  const { rows } = await sql<ChartTops['rules'][number]>`
    with hits as (
      select figure, sum(value)::float8 as hits from chart_days
      where organization_id = ${organizationId} and team_id = ${all} and bot_id = ${bot_id ?? all} and figure like 'rule:%' and day between ${from} and ${to}
      group by figure)
    select id, definition ->> 'name' as name, hits from hits join governance_rules on 'rule:' || governance_rules.id = hits.figure and governance_rules.deleted_at is null
    order by hits desc, name limit ${rulesAtMost}`.execute(trx);
  return rows;
}

/** Of the members of today; of a team those who are in it today. */
async function readAdoption(
  trx: Trx,
  { organizationId }: Caller,
  { team_id }: ChartRange,
): Promise<ChartTops['adoption']> {
  const inTeam =
    team_id === undefined
      ? sql`true`
      : sql`exists (select from team_members where team_members.member_id = memberships.id and team_members.team_id = ${team_id})`;
  const { rows } = await sql<ChartTops['adoption']>`
    select count(*)::int as members, count(last_active)::int as active, count(last_asked)::int as asked,
      (count(*) filter (where asked_days >= ${regularDays}))::int as regular,
      (count(*) filter (where asked_days >= ${regularDays} and last_active > (now() at time zone time_zone)::date - 7))::int as this_week
    from memberships join organizations on organizations.id = memberships.organization_id
    left join chart_members on chart_members.member_id = memberships.id
    where memberships.organization_id = ${organizationId} and deactivated_at is null and ${inTeam}`.execute(trx);
  return rows[0] ?? { members: 0, active: 0, asked: 0, regular: 0, this_week: 0 };
}
