import * as z from '@parlance/shared/contract/schema';
import { botSummary } from '../agents/bot-summary.ts';
import { colleague } from '../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { pauseReason } from '../agents/executions.ts';
import { moment } from '../values/moment.ts';
import { givenName } from '../values/name.ts';
import { promptMaxLength } from '../values/prompt-length.ts';
import { executionSummary } from './executions.ts';

/** The most characters of a cron expression. */
export const cronMaxLength = 200;
/** The number of ticks in a preview. */
export const previewedTicks = 5;

/** The times it is due. Five fields of cron (minute, hour, day, month, weekday), read in `time_zone` (IANA). */
const when = {
  cron: z.string().check(z.trim(), z.minLength(9), z.maxLength(cronMaxLength)),
  time_zone: z.string().check(z.minLength(1), z.maxLength(64)),
  /** The start of the window: no tick before … */
  starts_at: z._default(z.nullable(moment), null),
  /** … and its end, exclusive. */
  ends_at: z._default(z.nullable(moment), null),
  /** The most executions in a day of the time zone; null is as many as are due. */
  maximum_a_day: z._default(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(1440))), null),
};

/**
 * The definition of a schedule. `overlap` decides about a tick while an earlier one is still running: `skip` it,
 * `queue` it behind, or `replace` the earlier one. `misfire` decides about the ticks that were due while nobody ran the
 * clock: `once` for all, or `skip` them.
 */
export const scheduleDefinition = z.strictObject({
  name: givenName,
  bot_id: z.uuid(),
  prompt: z.string().check(z.trim(), z.minLength(1), z.maxLength(promptMaxLength)),
  ...when,
  overlap: z._default(z.enum(['skip', 'queue', 'replace']), 'skip'),
  misfire: z._default(z.enum(['once', 'skip']), 'once'),
  /** True if each execution continues the dialogue of the one before; otherwise it begins its own. */
  continues_dialogue: z._default(z.boolean(), false),
  /** True if the owner gets a mail when an execution fails. */
  notifies_of_failure: z._default(z.boolean(), true),
});
export type ScheduleDefinition = z.infer<typeof scheduleDefinition>;

export const schedule = z.object({
  ...scheduleDefinition.shape,
  id: z.uuid(),
  /** The agent; null if the caller may not use it, or it is gone. */
  bot: z.nullable(botSummary),
  /** The person it runs as. Null if nobody is left: it is paused until somebody takes it over. */
  owner: z.nullable(colleague),
  /** The state. `ended`: no tick is left in its window. */
  state: z.enum(['active', 'paused', 'ended']),
  paused_because: z.nullable(pauseReason),
  next_at: z.nullable(z.iso.datetime()),
  last: z.nullable(executionSummary),
  /** The revision. A save names the one it is based on. */
  revision: z.int(),
  updated_at: z.iso.datetime(),
  can: z.object({ edit: z.boolean(), run: z.boolean(), take_over: z.boolean() }),
});
export type Schedule = z.infer<typeof schedule>;

/**
 * The places of the plan, shared by schedules and automations. `limit` null is unlimited. `minutes_between`: the least
 * distance of two ticks.
 */
export const schedulePlaces = z.object({ used: z.int(), limit: z.nullable(z.int()), minutes_between: z.int() });
export type SchedulePlaces = z.infer<typeof schedulePlaces>;

/** Lists the caller's own, and those that anybody may take over. `q` matches the name. */
export const listSchedules = endpoint({
  method: 'GET',
  path: '/studio/v1/schedules',
  requires: {},
  summary: 'Schedules of the caller.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    state: z.optional(z.enum(['active', 'paused', 'ended'])),
  }),
  response: z.object({ ...pageOf(schedule).shape, places: schedulePlaces }),
});

/**
 * Creates a schedule. Answers 409 schedules_full, 422 cron_unusable, cron_never and cron_too_often, 404 for an agent
 * that the caller may not use. A key that has done something else is refused with 409 idempotency_key_reused.
 */
export const createSchedule = endpoint({
  method: 'POST',
  path: '/studio/v1/schedules',
  requires: { privilege: 'automation.create' },
  summary: 'A new schedule, which is active.',
  body: z.strictObject({ idempotency_key: z.uuid(), definition: scheduleDefinition }),
  response: schedule,
});

const params = z.object({ schedule_id: z.uuid() });
export const getSchedule = endpoint({
  method: 'GET',
  path: '/studio/v1/schedules/:schedule_id',
  requires: {},
  summary: 'A schedule.',
  params,
  response: schedule,
});

/**
 * Saves a schedule. Answers 409 conflict if it was changed since `revision`. Executions under way continue unchanged.
 */
export const putSchedule = endpoint({
  method: 'PUT',
  path: '/studio/v1/schedules/:schedule_id',
  requires: {},
  summary: 'Changes a schedule.',
  params,
  body: z.strictObject({ revision: z.int(), definition: scheduleDefinition }),
  response: schedule,
});

/** Deletes a schedule. Its history is kept for its time. Executions under way are cancelled. */
export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: '/studio/v1/schedules/:schedule_id',
  requires: {},
  summary: 'Deletes a schedule.',
  params,
  response: z.object({}),
});

/**
 * Pauses or resumes a schedule. Ticks that pass while it is paused are lost. Resuming answers what creating does,
 * privilege_missing too; everybody may pause their own.
 */
export const switchSchedule = endpoint({
  method: 'PUT',
  path: '/studio/v1/schedules/:schedule_id/state',
  requires: {},
  summary: 'Pauses a schedule, or lets it go on.',
  params,
  body: z.strictObject({ state: z.enum(['active', 'paused']) }),
  response: schedule,
});

/**
 * Makes it run as the caller from now on. Answers 404 unless it is left without an owner, or the caller is an
 * administrator.
 */
export const takeOverSchedule = endpoint({
  method: 'PUT',
  path: '/studio/v1/schedules/:schedule_id/owner',
  requires: { privilege: 'automation.create' },
  summary: 'Takes a schedule over.',
  params,
  response: schedule,
});

/**
 * Runs it beside its ticks, regardless of `overlap`. A key that has done something else is refused with 409
 * idempotency_key_reused.
 */
export const runSchedule = endpoint({
  method: 'POST',
  path: '/studio/v1/schedules/:schedule_id/executions',
  requires: { privilege: 'automation.create' },
  summary: 'Runs it now.',
  params,
  body: z.strictObject({ idempotency_key: z.uuid() }),
  response: executionSummary,
});

/**
 * A tick to come. `skipped_hour`: the clocks skip it, and it is due right after. `repeated_hour`: its hour comes twice,
 * and it is due the first time alone.
 */
export const tick = z.object({
  at: z.iso.datetime(),
  clock_change: z.nullable(z.enum(['skipped_hour', 'repeated_hour'])),
});
export type Tick = z.infer<typeof tick>;

/** Previews the ticks. Answers 422 cron_unusable, cron_never and cron_too_often, as saving would. */
export const previewSchedule = endpoint({
  method: 'POST',
  path: '/studio/v1/schedule-previews',
  requires: {},
  summary: 'The next ticks that a schedule would have.',
  body: z.strictObject({
    cron: when.cron,
    time_zone: when.time_zone,
    starts_at: when.starts_at,
    ends_at: when.ends_at,
    maximum_a_day: when.maximum_a_day,
  }),
  response: z.object({ next: z.array(tick) }),
});
