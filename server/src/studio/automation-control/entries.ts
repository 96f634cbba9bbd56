import type { ControlEntry, listControlEntries } from '@parlance/shared/contract/api/automation-control';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import type { Language } from '@parlance/shared/contract/values/language';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { summaryOf as summaryOfBot } from '../../library/bots/repository.ts';
import { memberName } from '../../people/naming/colleague.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type SummaryJson, summaryColumns, summaryOf } from '../executions/views.ts';
import { thingsOf } from './things.ts';

type Query = CheckedInput<typeof listControlEntries>['query'];
type Sort = Query['sort'];

/** A page goes on only in the order it was begun in, so the order is part of its cursor. */
export const positionIn = (sort: Sort) => z.tuple([z.literal(sort), z.string(), z.uuid()]);
export type EntryQuery = Omit<Query, 'cursor'> & {
  readonly organizationId: string;
  readonly after: readonly [sort: Sort, value: string, id: string] | null;
};

/** Executions of the last … are summed up. */
const isRecent = sql<boolean>`executions.created_at > now() - interval '30 days'`;
const micros = (moment: RawBuilder<unknown>) => sql`(extract(epoch from ${moment}) * 1000000)::bigint`;
/** A number as a text of the same order, so that one kind of position serves all. */
const sortable = (number: RawBuilder<unknown>) => sql`lpad((${number})::text, 20, '0')`;
const nobody = '9'.repeat(20);

/** What each order goes by, and what has to be known of every entry for it. */
const sorts: Readonly<Record<Sort, { by: RawBuilder<unknown>; needs: 'nothing' | 'last' | 'month' }>> = {
  next: { by: sql`coalesce(${sortable(micros(sql`things.next_at`))}, ${nobody})`, needs: 'nothing' },
  name: { by: sql`lower(things.name)`, needs: 'nothing' },
  '-last': { by: sortable(sql`coalesce(${micros(sql`last.created_at`)}, 0)`), needs: 'last' },
  '-executions': { by: sortable(sql`coalesce(sums.executions, 0)`), needs: 'month' },
  '-failed': { by: sortable(sql`coalesce(sums.failed, 0)`), needs: 'month' },
};

/** Two indexes, one look into each: of the two one has none. */
const executionsOf = (id: RawBuilder<unknown>, what: RawBuilder<unknown>, end: RawBuilder<unknown> = sql``) => sql`(
  (select ${what} from executions where executions.schedule_id = ${id} ${end})
  union all
  (select ${what} from executions where executions.automation_id = ${id} ${end}))`;
const lastOf = (id: RawBuilder<unknown>, what: RawBuilder<unknown>) =>
  executionsOf(id, what, sql`order by executions.created_at desc, executions.id desc limit 1`);

const sums = (organizationId: string) => sql`(
  select coalesce(schedule_id, automation_id) as thing_id, count(*) filter (where status <> 'skipped') as executions, count(*) filter (where status = 'failed') as failed
  from executions where organization_id = ${organizationId} and ${isRecent} group by 1)`;

function conditionsOf({ q, kind, state, owner_id, failed, after, sort }: EntryQuery): RawBuilder<unknown> {
  const isBehind = sort.startsWith('-') ? sql`<` : sql`>`;
  const parts = [
    // Not LIKE: a percent sign in the search text is a percent sign.
    ...(q === '' ? [] : [sql`strpos(lower(things.name), lower(${q.toWellFormed()})) > 0`]),
    ...(kind === undefined ? [] : [sql`things.kind = ${kind}`]),
    ...(state === undefined ? [] : [sql`things.state = ${state}`]),
    ...(owner_id === undefined
      ? []
      : [owner_id === 'none' ? sql`things.owner_id is null` : sql`things.owner_id = ${owner_id}`]),
    ...(failed === undefined ? [] : [sql`coalesce(last.status = 'failed', false) = ${failed === 'true'}`]),
    ...(after === null ? [] : [sql`(${sorts[sort].by}, things.id) ${isBehind} (${after[1]}, ${after[2]}::uuid)`]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

type Row = {
  kind: ControlEntry['kind'];
  id: string;
  name: string;
  trigger: ControlEntry['trigger'];
  cron: string | null;
  time_zone: string | null;
  state: ControlEntry['state'];
  paused_because: ControlEntry['paused_because'];
  next_at: Date | null;
  sort_value: string;
  bot: Parameters<typeof summaryOfBot>[0] | null;
  owner: ControlEntry['owner'];
  newest: SummaryJson | null;
  month: { executions: number; failed: number; tokens: number; costs: ControlEntry['month']['costs'] };
};

const bot = sql`(select jsonb_build_object('id', bots.id, 'name', bots.name, 'description', bots.description, 'avatar', bots.avatar) from bots where bots.id = page.bot_id and bots.deleted_at is null)`;
const owner = sql`(
  select jsonb_build_object('id', memberships.id, 'name', ${memberName}) from memberships join users on users.id = memberships.user_id
  where memberships.id = page.owner_id)`;
const whole = sql`jsonb_build_object(${sql.join(summaryColumns.flatMap((name) => [sql.lit(name), sql.ref(name)]))}) as execution`;
/** Summed by currency first: amounts of different ones are never added. */
const month = sql`(
  select jsonb_build_object('executions', coalesce(sum(executions), 0), 'failed', coalesce(sum(failed), 0), 'tokens', coalesce(sum(tokens), 0),
    'costs', coalesce(jsonb_agg(jsonb_build_object('micros', micros, 'currency', currency) order by currency) filter (where currency is not null), '[]'))
  from (
    select currency, count(*) filter (where status <> 'skipped') as executions, count(*) filter (where status = 'failed') as failed, sum(tokens) as tokens, sum(cost_micros) as micros
    from ${executionsOf(sql`page.id`, sql`status, tokens, cost_micros, currency`, sql`and ${isRecent}`)} as recent group by currency) as by_currency)`;

/**
 * A page of everybody's, one more than `limit` where there are more. What is not needed for the order is joined to the
 * rows of the page alone: its cost is that of its rows.
 */
export async function findEntries(trx: Trx, wanted: EntryQuery): Promise<Row[]> {
  const { rows } = await entriesQuery(wanted).execute(trx);
  return rows;
}

export function entriesQuery(wanted: EntryQuery): RawBuilder<Row> {
  const { organizationId, sort, limit, failed } = wanted;
  const { by, needs } = sorts[sort];
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const last =
    needs === 'last' || failed !== undefined
      ? sql`left join lateral ${lastOf(sql`things.id`, sql`executions.status, executions.created_at`)} as last on true`
      : sql``;
  const summed =
    needs === 'month' ? sql`left join ${sums(organizationId)} as sums on sums.thing_id = things.id` : sql``;
  return sql<Row>`
    with page as (
      select things.*, ${by} as sort_value from ${thingsOf(organizationId)} as things ${last} ${summed}
      where ${conditionsOf(wanted)} order by sort_value ${direction}, things.id ${direction} limit ${limit + 1})
    select kind, id, name, trigger, cron, time_zone, state, paused_because, next_at, sort_value, ${bot} as bot, ${owner} as owner, (select execution from ${lastOf(sql`page.id`, whole)} as found) as newest, ${month} as month
    from page order by sort_value ${direction}, id ${direction}`;
}

export const entryOf = (
  { sort_value: _, bot: ofBot, newest, next_at, ...row }: Row,
  language: Language,
): ControlEntry => ({
  ...row,
  bot: ofBot === null ? null : summaryOfBot(ofBot, language),
  next_at: next_at?.toISOString() ?? null,
  last: newest === null ? null : summaryOf(newest),
});
