import { randomUUID } from 'node:crypto';
import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import type { ScheduleDefinition } from '@parlance/shared/contract/api/schedules';
import { isUsable } from '../../library/bots/repository.ts';
import { requirePrivilege } from '../../people/privileges/require.ts';
import { record } from '../../platform/audit/record.ts';
import { agentTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, requireSameRequest } from '../../platform/http/idempotency.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import { requireSchedulePlace } from '../../platform/limits/schedules.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { cancelAll } from '../executions/cancel-all.ts';
import type { Origins } from '../executions/origin.ts';
import { waitsForOwner } from '../executions/pause-reasons.ts';
import { findByKey, lockForTakeOver, lockOwnSchedule } from './repository.ts';
import { nextTick, requireClock } from './ticks.ts';

/** Minutes that lie at least between two ticks, by the plan. */
export async function minutesBetween(trx: Trx, organizationId: string): Promise<number> {
  const { minutes_between } = await trx
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('organizations.id', '=', organizationId)
    .select('plans.minutes_between')
    .executeTakeFirstOrThrow();
  return minutes_between;
}

/** What is asked of a definition before it is kept; its first tick from now on. */
async function judge(trx: Trx, caller: Caller, models: Catalog, definition: ScheduleDefinition): Promise<Date | null> {
  const clock = requireClock(definition, await minutesBetween(trx, caller.organizationId));
  if (!(await isUsable(trx, caller, models, definition.bot_id))) throw new ApiError('not_found');
  const next = nextTick(clock, Date.now());
  return next === null ? null : new Date(next.at);
}

/** What the log says of a definition; never what is asked. */
const toldOf = async (
  trx: Trx,
  { name, bot_id, cron, time_zone, starts_at, ends_at, maximum_a_day, overlap, misfire }: ScheduleDefinition,
) => ({
  ...{ name, cron, time_zone, starts_at, ends_at, maximum_a_day, overlap, misfire },
  agent: (await agentTarget(trx, bot_id)).name,
});

const wellFormed = (definition: ScheduleDefinition): ScheduleDefinition => ({
  ...definition,
  name: definition.name.toWellFormed(),
  prompt: definition.prompt.toWellFormed(),
});

/** A new schedule, one for a key; its id. */
export async function createSchedule(
  trx: Trx,
  caller: Caller,
  models: Catalog,
  { idempotency_key, definition: given }: { idempotency_key: string; definition: ScheduleDefinition },
): Promise<string> {
  const fingerprint = fingerprintOf({ given });
  const earlier = await findSame(trx, caller, idempotency_key, fingerprint);
  if (earlier !== undefined) return earlier;
  const definition = wellFormed(given);
  const next = await judge(trx, caller, models, definition);
  await requireSchedulePlace(trx, caller.organizationId);
  const { organizationId: organization_id, memberId: owner_id } = caller;
  const made = await trx
    .insertInto('schedules')
    .values({
      organization_id,
      owner_id,
      bot_id: definition.bot_id,
      name: definition.name,
      definition: jsonOf(definition),
      next_at: next,
      idempotency_key,
      request_fingerprint: fingerprint,
    })
    .onConflict((on) => on.columns(['owner_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) return createdMeanwhile(trx, caller, idempotency_key, fingerprint);
  await record(trx, {
    action: 'schedule.created',
    target: { id: made.id, name: definition.name },
    after: await toldOf(trx, definition),
  });
  return made.id;
}

/**
 * What an earlier request with this key has made; undefined where there is none. Throws idempotency_key_reused where it
 * asked for another one.
 */
async function findSame(trx: Trx, caller: Caller, key: string, fingerprint: Buffer): Promise<string | undefined> {
  const made = await findByKey(trx, caller, key);
  if (made !== undefined) requireSameRequest(made.request_fingerprint, fingerprint);
  return made?.id;
}

async function createdMeanwhile(trx: Trx, caller: Caller, key: string, fingerprint: Buffer): Promise<string> {
  const same = await findSame(trx, caller, key, fingerprint);
  // Made with this key and deleted since.
  if (same === undefined) throw new ApiError('conflict');
  return same;
}

/** Throws conflict where it was changed since it was seen. What is under way goes on as it was. */
export async function changeSchedule(
  trx: Trx,
  caller: Caller,
  models: Catalog,
  id: string,
  { revision, definition: given }: { revision: number; definition: ScheduleDefinition },
): Promise<void> {
  const was = await lockOwnSchedule(trx, caller, id);
  if (was.revision !== revision) throw new ApiError('conflict');
  const definition = wellFormed(given);
  const next = await judge(trx, caller, models, definition);
  const wasOver = was.state === 'active' && was.next_at === null;
  if (wasOver && next !== null) await requireSchedulePlace(trx, caller.organizationId);
  await trx
    .updateTable('schedules')
    .set({
      ...{
        name: definition.name,
        definition: jsonOf(definition),
        bot_id: definition.bot_id,
        is_agreed: true,
        revision: revision + 1,
        updated_at: new Date(),
      },
      next_at: was.state === 'active' ? next : null,
      dialogue_id: definition.bot_id === was.bot_id && definition.continues_dialogue ? was.dialogue_id : null,
    })
    .where('id', '=', id)
    .execute();
  await record(trx, {
    action: 'schedule.changed',
    target: { id, name: definition.name },
    before: await toldOf(trx, was.definition),
    after: await toldOf(trx, definition),
  });
}

/** Pauses it, or lets it go on from now. */
export async function switchSchedule(
  trx: Trx,
  caller: Caller,
  models: Catalog,
  id: string,
  state: 'active' | 'paused',
): Promise<void> {
  const was = await lockOwnSchedule(trx, caller, id);
  if (was.state === state) return;
  if (state === 'active') await requireMayGoOn(trx, caller, was.paused_because);
  const because: PauseReason | null = state === 'paused' ? 'person' : null;
  const next = state === 'paused' ? null : await judge(trx, caller, models, was.definition);
  await trx
    .updateTable('schedules')
    .set({
      state,
      paused_because: because,
      next_at: next,
      failures: 0,
      updated_at: new Date(),
      ...(state === 'active' ? { is_agreed: true } : {}),
    })
    .where('id', '=', id)
    .execute();
  await record(trx, {
    action: state === 'paused' ? 'schedule.paused' : 'schedule.resumed',
    target: { id, name: was.name },
    ...(because === null ? {} : { after: { because } }),
  });
}

/** Pausing is for everybody who has one; going on is asked as creating is. */
async function requireMayGoOn(trx: Trx, caller: Caller, because: PauseReason | null): Promise<void> {
  requirePrivilege(caller, { kind: 'automation', action: 'create', id: null });
  // What lost its place to the plan needs another one.
  if (because === 'plan') await requireSchedulePlace(trx, caller.organizationId);
}

/** Its history is kept for its time; the answers that are to be broken off. */
export async function deleteSchedule(trx: Trx, caller: Caller, origins: Origins, id: string): Promise<string[]> {
  const was = await lockOwnSchedule(trx, caller, id);
  await trx.updateTable('schedules').set({ deleted_at: new Date(), next_at: null }).where('id', '=', id).execute();
  await record(trx, {
    action: 'schedule.deleted',
    target: { id, name: was.name },
    before: await toldOf(trx, was.definition),
  });
  return cancelAll(trx, origins, 'schedule_id', id);
}

/**
 * It runs as the caller from now on. Whether it runs stays as it is, and what nobody had is paused until they let it go
 * on.
 */
export async function takeOverSchedule(trx: Trx, caller: Caller, id: string): Promise<boolean> {
  const was = await lockForTakeOver(trx, caller, id);
  if (was.owner_id === caller.memberId) return false;
  const because = waitsForOwner(was.paused_because) ? 'person' : was.paused_because;
  // Where it went on is a dialogue of somebody else's.
  await trx
    .updateTable('schedules')
    .set({
      owner_id: caller.memberId,
      is_agreed: true,
      paused_because: because,
      dialogue_id: null,
      idempotency_key: randomUUID(),
      revision: was.revision + 1,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
  await record(trx, {
    action: 'schedule.taken_over',
    target: { id, name: was.name },
    before: { owner: was.owner_id },
    after: { owner: caller.memberId },
  });
  return true;
}
