import { executionKeptDays } from '@parlance/shared/contract/agents/executions';
import { type SqlBool, sql } from 'kysely';
import { colleagueIn } from '../../people/naming/colleague.ts';
import { isFree } from '../../people/organizations/held.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';

type Who = Pick<Caller, 'organizationId' | 'memberId'>;

const schedules = (trx: Trx, organizationId: string) =>
  trx.selectFrom('schedules').where('organization_id', '=', organizationId).where('deleted_at', 'is', null);

/** One's own, and those that nobody has any more: to everybody else they do not exist. */
export const readableSchedules = (trx: Trx, { organizationId, memberId }: Who) =>
  schedules(trx, organizationId).where((is) => is.or([is('owner_id', '=', memberId), is('owner_id', 'is', null)]));

const whole = (trx: Trx, who: Who) =>
  readableSchedules(trx, who)
    .select([
      'schedules.id',
      'owner_id',
      'bot_id',
      'schedules.name',
      'definition',
      'state',
      'paused_because',
      'next_at',
      'revision',
      'updated_at',
    ])
    .select(colleagueIn('schedules.owner_id').as('owner'));
export type ScheduleRow = Awaited<ReturnType<ReturnType<typeof whole>['executeTakeFirstOrThrow']>>;

export type ScheduleState = 'active' | 'paused' | 'ended';
const isIn: Readonly<Record<ScheduleState, ReturnType<typeof sql<SqlBool>>>> = {
  active: sql<SqlBool>`next_at is not null`,
  paused: sql<SqlBool>`state = 'paused'`,
  ended: sql<SqlBool>`(state = 'active' and next_at is null)`,
};
export const stateOf = ({ state, next_at: nextAt }: Pick<ScheduleRow, 'state' | 'next_at'>): ScheduleState =>
  state === 'active' && nextAt === null ? 'ended' : state;

/** Where a page begins: after the schedule with this name, as sorted, and id. */
export type SchedulePosition = readonly [sortName: string, id: string];
type Query = {
  readonly q: string;
  readonly state: ScheduleState | undefined;
  readonly after: SchedulePosition | null;
  readonly limit: number;
};

/** By name, one more than `limit` where there are more. */
export function findSchedules(trx: Trx, who: Who, { q, state, after, limit }: Query) {
  const sortName = sql<string>`lower(schedules.name)`;
  let query = whole(trx, who).select(sortName.as('sort_name'));
  // Not LIKE: a percent sign in the search text is a percent sign.
  if (q !== '') query = query.where(sql<SqlBool>`strpos(lower(schedules.name), lower(${q})) > 0`);
  if (state !== undefined) query = query.where(isIn[state]);
  if (after !== null) query = query.where(sql<SqlBool>`(${sortName}, schedules.id) > (${after[0]}, ${after[1]}::uuid)`);
  return query
    .orderBy(sortName)
    .orderBy('schedules.id')
    .limit(limit + 1)
    .execute();
}

/** Throws not_found. */
export async function readSchedule(trx: Trx, who: Who, id: string): Promise<ScheduleRow> {
  return found(await whole(trx, who).where('schedules.id', '=', id).executeTakeFirst());
}

/** One's own, held until the transaction ends. Throws not_found, of what nobody has as well: it is taken over first. */
export async function lockOwnSchedule(trx: Trx, { organizationId, memberId }: Who, id: string) {
  return found(
    await schedules(trx, organizationId)
      .where('owner_id', '=', memberId)
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst(),
  );
}

/** One that the caller may take over: nobody's, and for administrators everybody's. Throws not_found. */
export async function lockForTakeOver(trx: Trx, { organizationId, isAdmin }: Caller, id: string) {
  const row = found(
    await schedules(trx, organizationId).where('id', '=', id).selectAll().forUpdate().executeTakeFirst(),
  );
  if (row.owner_id !== null && !isAdmin) throw new ApiError('not_found');
  return row;
}

/** What an earlier request of the caller's with this key has made. */
export const findByKey = (trx: Trx, { organizationId, memberId }: Who, key: string) =>
  schedules(trx, organizationId)
    .where('owner_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .select(['id', 'request_fingerprint'])
    .executeTakeFirst();

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiError('not_found');
  return row;
}

/** Schedules that are deleted, with the last of their history, unless they are under a legal hold. */
export const oldSchedules: Due = {
  table: 'schedules',
  by: 'deleted_at',
  keptFor: days(executionKeptDays),
  where: sql<boolean>`${isFree('schedules.organization_id', 'schedules.owner_id')} and not exists (select from executions where executions.schedule_id = schedules.id)`,
};
