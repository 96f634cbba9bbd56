import * as z from '@parlance/shared/contract/schema';
import { automationDefinition } from '../../agents/automation.ts';
import { botSummary } from '../../agents/bot-summary.ts';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { pauseReason } from '../../agents/executions.ts';
import { executionSummary } from '../executions.ts';
import { schedulePlaces } from '../schedules.ts';

export const automation = z.object({
  ...automationDefinition.shape,
  id: z.uuid(),
  bot: z.nullable(botSummary),
  /** The person it runs as. Null if nobody is left: it is paused until somebody takes it over. */
  owner: z.nullable(colleague),
  state: z.enum(['active', 'paused']),
  paused_because: z.nullable(pauseReason),
  /** The URL a webhook is sent to; null for other kinds. */
  webhook_url: z.nullable(z.string()),
  /** The end of the time in which a webhook is accepted with two secrets, after a new one; null if there is one. */
  both_secrets_until: z.nullable(z.iso.datetime()),
  /**
   * Secrets that were replaced when the caller took it over. Nobody knows the present ones: the caller makes new ones
   * for the sender or receiver.
   */
  untold_secrets: z.array(z.enum(['webhook', 'actions'])),
  /** The page of a form; null for other kinds. */
  form_url: z.nullable(z.string()),
  last: z.nullable(executionSummary),
  revision: z.int(),
  updated_at: z.iso.datetime(),
  can: z.object({ edit: z.boolean(), run: z.boolean(), take_over: z.boolean() }),
});
export type Automation = z.infer<typeof automation>;

/**
 * Secrets, returned this one time: of an incoming webhook, and of webhooks that actions send. Null if there is none, or
 * no new one.
 */
const secrets = { webhook_secret: z.nullable(z.string()), action_secret: z.nullable(z.string()) };

/** Lists the caller's own, and those that anybody may take over. `q` matches the name. */
export const listAutomations = endpoint({
  method: 'GET',
  path: '/studio/v1/automations',
  requires: {},
  summary: 'Automations of the caller.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    state: z.optional(z.enum(['active', 'paused'])),
  }),
  response: z.object({ ...pageOf(automation).shape, places: schedulePlaces }),
});

/**
 * Creates an automation. Answers 409 schedules_full, 404 if the caller may not use something named, 403 for a trigger
 * that is not theirs, 422 address_refused. A key that has done something else is refused with 409
 * idempotency_key_reused.
 */
export const createAutomation = endpoint({
  method: 'POST',
  path: '/studio/v1/automations',
  requires: { privilege: 'automation.create' },
  summary: 'A new automation, which is paused until it is switched on.',
  body: z.strictObject({ idempotency_key: z.uuid(), definition: automationDefinition }),
  response: z.object({ automation, ...secrets }),
});

const params = z.object({ automation_id: z.uuid() });
export const getAutomation = endpoint({
  method: 'GET',
  path: '/studio/v1/automations/:automation_id',
  requires: {},
  summary: 'An automation.',
  params,
  response: automation,
});

/**
 * Saves an automation. Answers 409 conflict if it was changed since `revision`. Executions under way continue
 * unchanged.
 */
export const putAutomation = endpoint({
  method: 'PUT',
  path: '/studio/v1/automations/:automation_id',
  requires: {},
  summary: 'Changes an automation.',
  params,
  body: z.strictObject({ revision: z.int(), definition: automationDefinition }),
  response: z.object({ automation, ...secrets }),
});

/**
 * Deletes an automation. Its history is kept for its time. Executions under way are cancelled; its address and its form
 * are gone.
 */
export const deleteAutomation = endpoint({
  method: 'DELETE',
  path: '/studio/v1/automations/:automation_id',
  requires: {},
  summary: 'Deletes an automation.',
  params,
  response: z.object({}),
});

/**
 * Switches an automation on or off. Events that come while it is paused are lost. Switching it on answers what creating
 * does, privilege_missing too; everybody may pause their own.
 */
export const switchAutomation = endpoint({
  method: 'PUT',
  path: '/studio/v1/automations/:automation_id/state',
  requires: {},
  summary: 'Pauses an automation, or lets it go on.',
  params,
  body: z.strictObject({ state: z.enum(['active', 'paused']) }),
  response: automation,
});

/**
 * Makes it run as the caller from now on, with new secrets that nobody has seen: rotating one returns it. Answers 404
 * unless it is left without an owner, or the caller is an administrator.
 */
export const takeOverAutomation = endpoint({
  method: 'PUT',
  path: '/studio/v1/automations/:automation_id/owner',
  requires: { privilege: 'automation.create' },
  summary: 'Takes an automation over.',
  params,
  response: automation,
});

/** Rotates a secret. The previous one stays valid for a day. `of`: the incoming webhook, or those that actions send. */
export const rotateAutomationSecret = endpoint({
  method: 'POST',
  path: '/studio/v1/automations/:automation_id/secrets',
  requires: {},
  summary: 'A new secret, answered this one time.',
  params,
  body: z.strictObject({ of: z.enum(['webhook', 'actions']) }),
  response: z.object({ automation, secret: z.string() }),
});

/** Gives the form a new address. */
export const renewFormLink = endpoint({
  method: 'POST',
  path: '/studio/v1/automations/:automation_id/form-links',
  requires: {},
  summary: 'A new link of a form.',
  params,
  response: automation,
});

/** An event that came, or a made-up one if none has come yet. */
export const eventSample = z.object({
  id: z.nullable(z.uuid()),
  at: z.nullable(z.iso.datetime()),
  /** JSON. */ event: z.string(),
});
export type EventSample = z.infer<typeof eventSample>;

/**
 * Lists events that would set it off, latest first: real ones of the organisation that the caller may read, else one
 * that is made up.
 */
export const listEventSamples = endpoint({
  method: 'POST',
  path: '/studio/v1/event-samples',
  requires: {},
  summary: 'Events to try an automation on.',
  body: z.strictObject({
    /** The webhook and the form have events of their own automation alone. */ automation_id: z.optional(z.uuid()),
    trigger: automationDefinition.shape.trigger,
  }),
  response: z.object({ items: z.array(eventSample) }),
});

/** Previews a draft with an event, up to the prompt: nothing is asked and nothing sent. */
export const previewAutomation = endpoint({
  method: 'POST',
  path: '/studio/v1/automation-previews',
  requires: {},
  summary: 'The prompt that an event would make.',
  body: z.strictObject({ definition: automationDefinition, event: z.string().check(z.maxLength(262_144)) }),
  /**
   * `unknown`: places that the event does not have, left empty. `unmet`: positions of the conditions that it does not
   * meet.
   */
  response: z.object({ prompt: z.string(), unknown: z.array(z.string()), unmet: z.array(z.int()) }),
});

/**
 * Asks the agent, and shows what the actions would do. Unmet conditions do not stop it. A key that has done something
 * else is refused with 409 idempotency_key_reused.
 */
export const testAutomation = endpoint({
  method: 'POST',
  path: '/studio/v1/automations/:automation_id/tests',
  requires: { privilege: 'automation.create' },
  summary: 'Tries an automation on an event.',
  params,
  body: z.strictObject({ idempotency_key: z.uuid(), event: z.string().check(z.maxLength(262_144)) }),
  response: executionSummary,
});
