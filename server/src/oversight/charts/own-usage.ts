import type { OwnUsage } from '@parlance/shared/contract/api/charts/own-usage';
import { textIn } from '@parlance/shared/contract/values/language';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { all } from './count.ts';
import { costsOf, placed } from './series.ts';

const botsAtMost = 5;

type Owner = Pick<Caller, 'organizationId' | 'memberId'>;
type Range = { readonly from: string; readonly to: string; readonly time_zone: string };
/** A sum of one day, or of one bot. */
type Sum = { readonly figure: string; readonly value: string } & (
  | { readonly day: string; readonly bot_id: null }
  | { readonly day: null; readonly bot_id: string }
);

/** What a member has used on so many days up to today, zero where it is nothing. */
export async function readOwnUsage(
  trx: Trx,
  caller: Owner & Pick<Caller, 'language'>,
  days: number,
): Promise<OwnUsage> {
  const range = await trx
    .selectFrom('organizations')
    .where('id', '=', caller.organizationId)
    .select([
      'time_zone',
      sql<string>`((now() at time zone time_zone)::date - ${days - 1}::int)::text`.as('from'),
      sql<string>`(now() at time zone time_zone)::date::text`.as('to'),
    ])
    .executeTakeFirstOrThrow();
  const { from, to } = range;
  const { rows } = await ownSums(caller, range).execute(trx);
  const ofDays = Map.groupBy(
    rows.flatMap((row) => (row.day === null ? [] : [row])),
    ({ figure }) => figure,
  );
  const valuesOf = (figure: string) => placed(from, to, ofDays.get(figure) ?? []);
  return {
    ...{ from, to },
    figures: {
      dialogues: valuesOf('dialogues'),
      answers: valuesOf('answers'),
      input_tokens: valuesOf('input_tokens'),
      output_tokens: valuesOf('output_tokens'),
    },
    costs: costsOf([...ofDays.keys()], valuesOf),
    bots: await nameMostAsked(
      trx,
      caller,
      Map.groupBy(
        rows.flatMap((row) => (row.bot_id === null ? [] : [row])),
        ({ bot_id }) => bot_id,
      ),
    ),
  };
}

/** Sums by day and sums by bot of one member: what is counted, and what waits to be. */
export const ownSums = (
  { organizationId, memberId }: Owner,
  { from, to, time_zone: zone }: Range,
): RawBuilder<Sum> => sql<Sum>`
  with own as (
    select day, bot_id, figures from chart_member_days
    where organization_id = ${organizationId} and member_id = ${memberId} and day between ${from}::date and ${to}::date
    union all
    select (at at time zone ${zone})::date, coalesce(bot_id, ${all}::uuid), figures from chart_changes
    where organization_id = ${organizationId} and member_id = ${memberId} and (at at time zone ${zone})::date between ${from}::date and ${to}::date)
  select day::text as day, bot_id, figure, sum(amount::bigint)::text as value
  from own cross join lateral jsonb_each_text(figures) as each_figure (figure, amount)
  where figure in ('dialogues', 'answers', 'input_tokens', 'output_tokens') or figure like 'cost:%'
  group by grouping sets ((day, figure), (bot_id, figure))`;

/** Those that are still there. */
async function nameMostAsked(
  trx: Trx,
  { organizationId, language }: Pick<Caller, 'organizationId' | 'language'>,
  ofBots: ReadonlyMap<string, readonly Sum[]>,
): Promise<OwnUsage['bots']> {
  const sumOf = (id: string, figure: string) =>
    Number(ofBots.get(id)?.find((sum) => sum.figure === figure)?.value ?? 0);
  const asked = [...ofBots.keys()]
    .map((id) => ({ id, dialogues: sumOf(id, 'dialogues'), answers: sumOf(id, 'answers') }))
    .filter(({ dialogues, answers }) => dialogues + answers > 0);
  if (asked.length === 0) return [];
  const bots = await trx
    .selectFrom('bots')
    .where('organization_id', '=', organizationId)
    .where(
      'id',
      'in',
      asked.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    .execute();
  const names = new Map(bots.map(({ id, name }) => [id, textIn(name, language)]));
  return asked
    .flatMap((bot) => {
      const name = names.get(bot.id);
      return name === undefined ? [] : [{ ...bot, name }];
    })
    .toSorted((a, b) => b.answers - a.answers || b.dialogues - a.dialogues || a.name.localeCompare(b.name, language))
    .slice(0, botsAtMost);
}
