import * as z from '@parlance/shared/contract/schema';
import { triggerKinds } from '../agents/automation.ts';
import { botSummary } from '../agents/bot-summary.ts';
import { colleague } from '../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { pauseReason } from '../agents/executions.ts';
import { executionSummary } from './executions.ts';
import { schedulePlaces } from './schedules.ts';

const requires = { role: 'admin' } as const;

/** A schedule or an automation of anybody, as the control room lists it. Its prompts and answers are not shown. */
export const controlEntry = z.object({
  id: z.uuid(),
  kind: z.enum(['schedule', 'automation']),
  name: z.string(),
  /** The trigger of an automation. */
  trigger: z.nullable(z.enum(triggerKinds)),
  /** The cron expression of a schedule. */
  cron: z.nullable(z.string()),
  time_zone: z.nullable(z.string()),
  bot: z.nullable(botSummary),
  owner: z.nullable(colleague),
  state: z.enum(['active', 'paused', 'ended']),
  paused_because: z.nullable(pauseReason),
  next_at: z.nullable(z.iso.datetime()),
  last: z.nullable(executionSummary),
  /** The figures of the last 30 days. `costs`: millionths of each currency's unit. */
  month: z.object({
    executions: z.int(),
    failed: z.int(),
    tokens: z.int(),
    costs: z.array(z.object({ micros: z.number(), currency: z.string() })),
  }),
});
export type ControlEntry = z.infer<typeof controlEntry>;

export const listControlEntries = endpoint({
  method: 'GET',
  path: '/automation-control/v1/entries',
  requires,
  summary: 'Everybody’s schedules and automations.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    kind: z.optional(z.enum(['schedule', 'automation'])),
    state: z.optional(z.enum(['active', 'paused', 'ended'])),
    /** The owner; `none` finds those left without one. */
    owner_id: z.optional(z.union([z.uuid(), z.literal('none')])),
    /** Filters by whether the last execution failed. */
    failed: z.optional(z.enum(['true', 'false'])),
    sort: z._default(z.enum(['next', '-last', '-executions', '-failed', 'name']), 'next'),
  }),
  response: pageOf(controlEntry),
});

/** Lists the owners by name: the values of the filter. */
export const getControlOwners = endpoint({
  method: 'GET',
  path: '/automation-control/v1/owners',
  requires,
  summary: 'Who has schedules and automations.',
  response: z.object({ owners: z.array(colleague) }),
});

/** The state of the whole at a glance. */
export const controlSummary = z.object({
  /** The hold on all of the organisation: since when, and by whom. */
  held: z.nullable(z.object({ since: z.iso.datetime(), by: z.nullable(colleague) })),
  active: z.int(),
  paused: z.int(),
  /**
   * Paused ones that the product stopped, because they failed, looped, lost their agent, their owner or their place.
   */
  stopped: z.int(),
  without_owner: z.int(),
  under_way: z.int(),
  waiting_for_approval: z.int(),
  /** The executions of the last 24 hours. */
  done: z.int(),
  failed: z.int(),
  places: schedulePlaces,
});
export type ControlSummary = z.infer<typeof controlSummary>;
export const getControlSummary = endpoint({
  method: 'GET',
  path: '/automation-control/v1/summary',
  requires,
  summary: 'Where schedules and automations stand.',
  response: controlSummary,
});

/** Holds everything: no tick and no event of the organisation does anything; each one’s own state stays. */
export const holdAll = endpoint({
  method: 'PUT',
  path: '/automation-control/v1/hold',
  requires,
  summary: 'Holds all schedules and automations, or lets them go on.',
  body: z.strictObject({
    held: z.boolean(),
    /** Cancels running executions as well. */ cancels: z._default(z.boolean(), false),
  }),
  response: controlSummary,
});

const things = {
  schedule_ids: z._default(z.array(z.uuid()).check(z.maxLength(100)), []),
  automation_ids: z._default(z.array(z.uuid()).check(z.maxLength(100)), []),
};

export const switchEntries = endpoint({
  method: 'PUT',
  path: '/automation-control/v1/states',
  requires,
  summary: 'Pauses or resumes several.',
  body: z.strictObject({ ...things, state: z.enum(['active', 'paused']) }),
  /**
   * `refused`: those that could not be changed, with the reason; owner_has_not_agreed if the new owner has not let it
   * run yet.
   */
  response: z.object({ changed: z.int(), refused: z.array(z.object({ id: z.uuid(), code: z.string() })) }),
});

/**
 * Makes them run as that person, with that person’s rights. An active one handed to somebody else waits until that
 * person lets it run, and nobody else can: nothing runs as a person who has not agreed. They are told by mail. One
 * taken over by the caller stays as it is, except those without an owner, which are paused until the caller resumes
 * them. Answers 404 if the person is no member, and 409 receiver_lacks_rights if they may create none.
 */
export const reassignEntries = endpoint({
  method: 'PUT',
  path: '/automation-control/v1/owners',
  requires,
  summary: 'Gives several to somebody else.',
  body: z.strictObject({ ...things, member_id: z.uuid() }),
  response: z.object({ changed: z.int(), refused: z.array(z.object({ id: z.uuid(), code: z.string() })) }),
});
