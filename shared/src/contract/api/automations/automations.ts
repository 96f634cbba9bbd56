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
  /** It runs as this person. Null where nobody is left: it is paused until somebody takes it over. */
  owner: z.nullable(colleague),
  state: z.enum(['active', 'paused']),
  paused_because: z.nullable(pauseReason),
  /** Of a webhook: where it is sent. */
  webhook_url: z.nullable(z.string()),
  /** Until when a webhook is taken with two secrets, after a new one; null where there is one. */
  both_secrets_until: z.nullable(z.iso.datetime()),
  /**
   * Secrets that were replaced when the caller took it over. Nobody knows the present ones: the caller makes new ones
   * for the sender or receiver.
   */
  untold_secrets: z.array(z.enum(['webhook', 'actions'])),
  /** Of a form: its page. */
  form_url: z.nullable(z.string()),
  last: z.nullable(executionSummary),
  revision: z.int(),
  updated_at: z.iso.datetime(),
  can: z.object({ edit: z.boolean(), run: z.boolean(), take_over: z.boolean() }),
});
export type Automation = z.infer<typeof automation>;

/**
 * Secrets are returned this one time: of an incoming webhook, and of webhooks that actions send. Null where there is
 * none, or no new one.
 */
const secrets = { webhook_secret: z.nullable(z.string()), action_secret: z.nullable(z.string()) };

/** The caller's own, and those that anybody may take over. `q` is found in the name. */
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
 * Answers 409 schedules_full, 404 for what the caller may not use, 403 for a trigger that is not theirs, 422
 * address_refused. A key that has done something else is refused with 409 idempotency_key_reused.
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

/** Answers 409 conflict where it was changed since `revision`. What is under way goes on as it was. */
export const putAutomation = endpoint({
  method: 'PUT',
  path: '/studio/v1/automations/:automation_id',
  requires: {},
  summary: 'Changes an automation.',
  params,
  body: z.strictObject({ revision: z.int(), definition: automationDefinition }),
  response: z.object({ automation, ...secrets }),
});

/** Its history is kept for its time. What is under way is cancelled; its address and its form are gone. */
export const deleteAutomation = endpoint({
  method: 'DELETE',
  path: '/studio/v1/automations/:automation_id',
  requires: {},
  summary: 'Deletes an automation.',
  params,
  response: z.object({}),
});

/**
 * Events that come while it is paused are gone. Switching it on answers what creating does, privilege_missing too;
 * pausing is for everybody who has one.
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
 * Runs as the caller from now on, with new secrets that nobody has seen: rotating one answers it. Answers 404 unless
 * nobody has it any more, or the caller is an administrator.
 */
export const takeOverAutomation = endpoint({
  method: 'PUT',
  path: '/studio/v1/automations/:automation_id/owner',
  requires: { privilege: 'automation.create' },
  summary: 'Takes an automation over.',
  params,
  response: automation,
});

/** The previous secret stays valid for a day. `of`: the incoming webhook, or those that actions send. */
export const rotateAutomationSecret = endpoint({
  method: 'POST',
  path: '/studio/v1/automations/:automation_id/secrets',
  requires: {},
  summary: 'A new secret, answered this one time.',
  params,
  body: z.strictObject({ of: z.enum(['webhook', 'actions']) }),
  response: z.object({ automation, secret: z.string() }),
});

/** The form has another address from now on. */
export const renewFormLink = endpoint({
  method: 'POST',
  path: '/studio/v1/automations/:automation_id/form-links',
  requires: {},
  summary: 'A new link of a form.',
  params,
  response: automation,
});

/** An event that came, or one made up where none has come yet. */
export const eventSample = z.object({
  id: z.nullable(z.uuid()),
  at: z.nullable(z.iso.datetime()),
  /** JSON. */ event: z.string(),
});
export type EventSample = z.infer<typeof eventSample>;

/**
 * Events that would set it off, the latest first: real ones of the organisation that the caller may read, else one that
 * is made up.
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

/** Does what a draft says with an event, up to the prompt: nothing is asked and nothing sent. */
export const previewAutomation = endpoint({
  method: 'POST',
  path: '/studio/v1/automation-previews',
  requires: {},
  summary: 'The prompt that an event would make.',
  body: z.strictObject({ definition: automationDefinition, event: z.string().check(z.maxLength(262_144)) }),
  /**
   * `unknown`: places that the event does not have, which stand empty. `unmet`: positions of the conditions that it
   * does not meet.
   */
  response: z.object({ prompt: z.string(), unknown: z.array(z.string()), unmet: z.array(z.int()) }),
});

/**
 * Asks the agent, and shows what the actions would do. Conditions that are not met do not stop it. A key that has done
 * something else is refused with 409 idempotency_key_reused.
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
