import type { ExecutionReason } from '@parlance/shared/contract/agents/executions';
import type { ScheduleDefinition } from '@parlance/shared/contract/api/schedules';
import { type SqlBool, sql } from 'kysely';
import { stopChannel } from '../../dialogue/runs/runs.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Events } from '../../platform/db/events.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type NewExecution, makeExecutions } from '../executions/make.ts';
import { stopAnswer } from '../executions/stop.ts';
import { pauseSchedule } from './origin.ts';
import { type Clock, dayBegins, isTooOften, nextTick, readClock, tickOfLaterDay } from './ticks.ts';

/** Schedules whose ticks one transaction takes: others wait for the database no longer than for that. */
const atOnce = 100;
const lookEveryMs = 1_000;
/** A tick that is taken later than this was missed: nobody ran the clock, or it was held. */
const missedAfterMs = 5 * 60_000;
/** Executions that wait behind an earlier one: more would only grow while it waits for a person. */
const queuedAtMost = 10;
const minuteMs = 60_000;

type Dependencies = { readonly db: Database; readonly events: Events };

/** Nothing is due in an organisation that is held, or may not work: its ticks are missed meanwhile. */
const dueSchedules = (trx: Trx) =>
  trx
    .selectFrom('schedules')
    .innerJoin('organizations', 'organizations.id', 'schedules.organization_id')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('schedules.next_at', '<=', sql<Date>`now()`)
    .where('organizations.workspace_status', '=', 'ACTIVE')
    .where(
      sql<SqlBool>`not exists (select from automation_holds where automation_holds.organization_id = schedules.organization_id)`,
    )
    .select([
      'schedules.id',
      'schedules.organization_id',
      'schedules.owner_id',
      'schedules.bot_id',
      'schedules.definition',
      'schedules.next_at',
      'plans.minutes_between',
    ])
    .select(sql<Date>`now()`.as('now'))
    .orderBy('schedules.next_at')
    .limit(atOnce)
    .forUpdate('schedules')
    .skipLocked();

type Due = Awaited<ReturnType<ReturnType<typeof dueSchedules>['executeTakeFirstOrThrow']>>;
type TakenSchedule = { readonly id: string; readonly next: Date | null };

/**
 * Takes the ticks that are due, some of them: their executions and the next ticks are kept together, or neither is. Any
 * number of processes may do it at once, each with schedules of its own. How many there were.
 */
export async function takeTicks({ db, events }: Dependencies): Promise<number> {
  const { taken, stopped } = await db.asSystem(async (trx) => {
    const due = await dueSchedules(trx).execute();
    if (due.length === 0) return { taken: 0, stopped: [] };
    const underWay = await countUnderWay(trx, due);
    const made: NewExecution[] = [];
    const next: TakenSchedule[] = [];
    const replaced: string[] = [];
    for (const schedule of due) {
      const usable = await usableOf(trx, schedule);
      if (usable === null) continue;
      const tick = await takeTick(trx, schedule, usable, underWay.get(schedule.id) ?? 0);
      made.push(tick.execution);
      next.push({ id: schedule.id, next: tick.next });
      if (tick.replaces) replaced.push(schedule.id);
    }
    const answers = await replaceEarlier(trx, replaced);
    await makeExecutions(trx, made);
    await moveOn(trx, next);
    return { taken: due.length, stopped: answers };
  });
  for (const runId of stopped) events.publish(stopChannel, runId);
  return taken;
}

async function countUnderWay(trx: Trx, due: readonly Due[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('executions')
    .where('organization_id', 'in', [...new Set(due.map((schedule) => schedule.organization_id))])
    .where(
      'schedule_id',
      'in',
      due.map(({ id }) => id),
    )
    .where('ended_at', 'is', null)
    .where('cause', '=', 'tick')
    .groupBy('schedule_id')
    .select(['schedule_id', sql<number>`count(*)::integer`.as('count')])
    .execute();
  return new Map(rows.map(({ schedule_id: id, count }) => [id ?? '', count]));
}

type Usable = { readonly memberId: string; readonly botId: string; readonly clock: Clock };

/**
 * Null where nothing runs any more: nobody owns it, its agent is gone, its time zone was dropped, or the plan has
 * become smaller.
 */
async function usableOf(
  trx: Trx,
  { id, owner_id: memberId, bot_id: botId, definition, minutes_between: minutes, next_at: at }: Due,
): Promise<Usable | null> {
  const clock = readClock(definition);
  if (memberId === null) await pauseSchedule(trx, id, 'owner');
  else if (botId === null) await pauseSchedule(trx, id, 'agent');
  else if (clock === null) await pauseSchedule(trx, id, 'failures');
  else if (isSooner(clock, at, minutes) && isTooOften(clock, minutes)) await pauseSchedule(trx, id, 'plan');
  else return { memberId, botId, clock };
  return null;
}

/** Asked first, because it costs next to nothing: two ticks that lie close together. */
function isSooner(clock: Clock, at: Date | null, minutes: number): boolean {
  const next = at === null ? null : nextTick(clock, at.getTime());
  return at !== null && next !== null && next.at - at.getTime() < minutes * minuteMs;
}

async function takeTick(
  trx: Trx,
  schedule: Due,
  { memberId, botId, clock }: Usable,
  underWay: number,
): Promise<{ execution: NewExecution; next: Date | null; replaces: boolean }> {
  const { id, organization_id: organizationId, definition, now } = schedule;
  const dueAt = schedule.next_at ?? now;
  const { overlap, prompt } = definition;
  const ofDay = definition.maximum_a_day === null ? 0 : await countOfDay(trx, id, dayBegins(clock, dueAt.getTime()));
  const skipped = skippedFor(definition, {
    isMissed: now.getTime() - dueAt.getTime() > missedAfterMs,
    ofDay,
    underWay,
  });
  const isWaiting = skipped === undefined && overlap === 'queue' && underWay > 0;
  const isFull =
    definition.maximum_a_day !== null && ofDay + (skipped === undefined ? 1 : 0) >= definition.maximum_a_day;
  const from = Math.max(dueAt.getTime(), now.getTime());
  // A day that is full counts for later ones of it only.
  const next =
    isFull && dayBegins(clock, from) === dayBegins(clock, dueAt.getTime())
      ? tickOfLaterDay(clock, from)
      : nextTick(clock, from);
  return {
    execution: {
      organizationId,
      of: { scheduleId: id },
      memberId,
      botId,
      cause: 'tick',
      dueAt,
      prompt,
      isQueued: isWaiting,
      ...(skipped === undefined ? {} : { skipped }),
    },
    next: next === null ? null : new Date(next.at),
    replaces: skipped === undefined && overlap === 'replace' && underWay > 0,
  };
}

type Situation = { readonly isMissed: boolean; readonly ofDay: number; readonly underWay: number };

function skippedFor(
  { misfire, overlap, maximum_a_day: most }: ScheduleDefinition,
  { isMissed, ofDay, underWay }: Situation,
): ExecutionReason | undefined {
  if (isMissed && misfire === 'skip') return 'misfire';
  if (most !== null && ofDay >= most) return 'maximum';
  if (underWay > 0 && (overlap === 'skip' || (overlap === 'queue' && underWay > queuedAtMost))) return 'overlap';
  return undefined;
}

async function countOfDay(trx: Trx, scheduleId: string, begin: number): Promise<number> {
  const { count } = await trx
    .selectFrom('executions')
    .where('schedule_id', '=', scheduleId)
    .where('cause', '=', 'tick')
    .where('status', '<>', 'skipped')
    .where('due_at', '>=', new Date(begin))
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Cancels what is under way of these, and has its answers stopped; their ids. */
async function replaceEarlier(trx: Trx, scheduleIds: readonly string[]): Promise<string[]> {
  if (scheduleIds.length === 0) return [];
  const cancelled = await trx
    .updateTable('executions')
    .set({ status: 'cancelled', reason: 'replaced', ended_at: new Date() })
    .where('schedule_id', 'in', [...scheduleIds])
    .where('ended_at', 'is', null)
    .where('cause', '=', 'tick')
    .returning(['ask_key', 'member_id'])
    .execute();
  const answers: string[] = [];
  for (const execution of cancelled) {
    const runId = await stopAnswer(trx, execution);
    if (runId !== null) answers.push(runId);
  }
  return answers;
}

async function moveOn(trx: Trx, taken: readonly TakenSchedule[]): Promise<void> {
  if (taken.length === 0) return;
  await sql`
    update schedules set next_at = taken.next_at
    from unnest(${taken.map(({ id }) => id)}::uuid[], ${taken.map(({ next }) => next?.toISOString() ?? null)}::timestamptz[]) as taken (id, next_at)
    where schedules.id = taken.id`.execute(trx);
}

/**
 * Looks every second for what is due, and goes on while there is more. One that fails is found again with the next
 * look.
 */
export function startTicking(
  deps: Dependencies & { readonly log: Log },
  everyMs = lookEveryMs,
): { close(): Promise<void> } {
  let isClosed = false;
  let underWay: Promise<void> | null = null;
  const takeAll = async () => {
    while (!isClosed && (await takeTicks(deps)) === atOnce);
  };
  const look = () => {
    underWay ??= takeAll()
      .catch((error: unknown) => deps.log.error({ err: error }, 'ticks of schedules wait for the next look'))
      .finally(() => (underWay = null));
  };
  const timer = setInterval(look, everyMs).unref();
  look();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
