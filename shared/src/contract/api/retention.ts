import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../values/colleague.ts';
import { emailAddress } from '../values/email.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { day } from '../values/moment.ts';

const requires = { role: 'admin', feature: 'governance' } as const;

/**
 * The kinds of data that an organisation may keep for a limited time, and the start of their age. `dialogues`: the last
 * prompt; they go with their messages, ratings, shares and tool calls. `reasoning`: when the model reasoned; with it
 * goes what its provider sent along with calls of tools. `files`: when they were attached to a prompt. `exports`: when
 * an export of dialogues was requested; all of them go after seven days. `usage`: when it was counted how long somebody
 * used the product. `figures`: their day; attendance goes with the sums. `model_calls`: the call. `hits`: when a rule
 * applied. `audit_log`: the entry.
 */
export const retentionKinds = [
  'dialogues',
  'reasoning',
  'files',
  'exports',
  'usage',
  'figures',
  'model_calls',
  'hits',
  'audit_log',
] as const;
export const retentionKind = z.enum(retentionKinds);
export type RetentionKind = z.infer<typeof retentionKind>;

/**
 * The minimum of days for each kind; fewer are refused. Monthly figures are computed from the days of the month before.
 */
export const keptAtLeast = {
  dialogues: 7,
  reasoning: 1,
  files: 7,
  exports: 1,
  usage: 30,
  figures: 90,
  model_calls: 90,
  hits: 7,
  audit_log: 365,
} as const satisfies Record<RetentionKind, number>;
export const keptAtMost = 36_500;

const daysOf = (kind: RetentionKind) =>
  z.optional(z.number().check(z.int(), z.gte(keptAtLeast[kind]), z.lte(keptAtMost)));
/** The days by kind. An omitted kind is kept as long as the organisation exists. */
export const retentionDays = z.strictObject({
  dialogues: daysOf('dialogues'),
  reasoning: daysOf('reasoning'),
  files: daysOf('files'),
  exports: daysOf('exports'),
  usage: daysOf('usage'),
  figures: daysOf('figures'),
  model_calls: daysOf('model_calls'),
  hits: daysOf('hits'),
  audit_log: daysOf('audit_log'),
});
export type RetentionDays = z.infer<typeof retentionDays>;

export const retention = z.object({
  days: retentionDays,
  /** The version. A save names the one it is based on. */
  version: z.int(),
  /** The last night on which something was due, and how much of each kind was purged then. */
  applied: z.nullable(
    z.object({ day: z.iso.date(), removed: z.array(z.object({ kind: retentionKind, count: z.int() })) }),
  ),
});
export type Retention = z.infer<typeof retention>;

export const getRetention = endpoint({
  method: 'GET',
  path: '/governance/v1/retention',
  requires,
  summary: 'How long which data is kept.',
  response: retention,
});

/**
 * Saves the retention. Answers 409 conflict if somebody has saved another meanwhile. Data beyond its age is purged the
 * following night.
 */
export const saveRetention = endpoint({
  method: 'PUT',
  path: '/governance/v1/retention',
  requires,
  summary: 'Sets how long which data is kept.',
  body: z.strictObject({ days: retentionDays, version: z.number().check(z.int()) }),
  response: retention,
});

export const dryRun = z.object({
  kinds: z.array(
    z.object({
      kind: retentionKind,
      /** The number that would be purged. */
      count: z.int(),
      oldest: z.nullable(z.iso.datetime()),
      /** The number of the same age that a legal hold keeps. */
      held: z.int(),
    }),
  ),
});
export type DryRun = z.infer<typeof dryRun>;

/** Previews what would be purged if this were saved. Nothing is stored or purged. */
export const tryRetention = endpoint({
  method: 'POST',
  path: '/governance/v1/retention/dry-run',
  requires,
  summary: 'What would go.',
  body: z.strictObject({ days: retentionDays }),
  response: dryRun,
});

/** The length of the reason of a hold, in characters. */
export const holdReasonLength = { least: 10, most: 500 } as const;

export const holdSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('organization') }),
  /** A team: everybody who is in it or joins it during the hold. A member who leaves it stays held. */
  z.strictObject({ kind: z.literal('team'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('member'), email: emailAddress }),
]);
export type HoldSubject = z.infer<typeof holdSubject>;

export const hold = z.object({
  id: z.uuid(),
  kind: z.enum(['organization', 'team', 'member']),
  /** The team or the e-mail of the person when the hold was placed; empty for the organisation. */
  name: z.string(),
  /** The number of people whose data the hold keeps. */
  people: z.int(),
  reason: z.string(),
  /** The last day (UTC); null if it is open-ended. */
  until: z.nullable(z.iso.date()),
  placed_by: z.nullable(colleague),
  placed_at: z.iso.datetime(),
});
export type Hold = z.infer<typeof hold>;

/** Lists the holds in force, newest first. */
export const listHolds = endpoint({
  method: 'GET',
  path: '/governance/v1/holds',
  requires,
  summary: 'Legal holds in force.',
  query: pageQuery,
  response: pageOf(hold),
});

/**
 * Places a hold: from now on no data of its people is purged. An unknown e-mail or team answers 404 not_found. A key
 * that has done something else is refused with 409 idempotency_key_reused.
 */
export const placeHold = endpoint({
  method: 'POST',
  path: '/governance/v1/holds',
  requires,
  summary: 'Places a legal hold.',
  body: z.strictObject({
    idempotency_key: z.uuid(),
    subject: holdSubject,
    reason: z.string().check(z.trim(), z.minLength(holdReasonLength.least), z.maxLength(holdReasonLength.most)),
    until: z.nullable(day),
  }),
  response: hold,
});

/** Ends a hold: its data is purged as if there had been none. The audit log keeps the hold. */
export const endHold = endpoint({
  method: 'DELETE',
  path: '/governance/v1/holds/:hold_id',
  requires,
  summary: 'Ends a legal hold.',
  params: z.object({ hold_id: z.uuid() }),
  response: z.object({}),
});

/** Lists the teams that can be held, by name. */
export const listHoldTeams = endpoint({
  method: 'GET',
  path: '/governance/v1/hold-teams',
  requires,
  summary: 'Teams that can be held.',
  response: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
});
