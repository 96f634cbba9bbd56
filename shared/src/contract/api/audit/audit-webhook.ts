import * as z from '@parlance/shared/contract/schema';
import { isErrorCode } from '../../errors.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';

/** Restricted to administrators whose plan has the audit log (specification §6). */
const requires = { role: 'admin', feature: 'system_log' } as const;
const params = z.object({ delivery_id: z.uuid() });

/**
 * Hours in which messages are signed with the previous secret as well, so that the receiver can change over at leisure.
 */
export const bothSecretsHours = 24;
export const webhookUrlMaxLength = 2_000;

/**
 * The webhook that receives the entries of an organisation as they are made, as standardwebhooks.com describes: a POST
 * of JSON with the headers webhook-id, webhook-timestamp and webhook-signature. A message holds entries in their order;
 * a message delivered twice has the same webhook-id.
 */
export const auditWebhook = z.object({
  url: z.string(),
  /** The last entry that was put into a message. */
  through: z.int(),
  /** The end of the time in which messages are signed with two secrets; null if there is one. */
  both_secrets_until: z.nullable(z.iso.datetime()),
  /** The number of messages given up. */
  given_up: z.int(),
});
export type AuditWebhook = z.infer<typeof auditWebhook>;

export const getAuditWebhook = endpoint({
  method: 'GET',
  path: '/audit-log/v1/webhook',
  requires,
  summary: 'Where the entries are sent; null where nowhere.',
  response: z.object({ webhook: z.nullable(auditWebhook) }),
});

/**
 * Sets the webhook. The secret is returned this one time, with the first address; null if there is one already. Entries
 * from now on are sent.
 */
export const putAuditWebhook = endpoint({
  method: 'PUT',
  path: '/audit-log/v1/webhook',
  requires,
  summary: 'Sends the entries to an address.',
  body: z.strictObject({
    url: z.string().check(z.trim(), z.maxLength(webhookUrlMaxLength), z.regex(/^https?:\/\/[^\s]+$/i)),
  }),
  response: z.object({ webhook: auditWebhook, secret: z.nullable(z.string()) }),
});

export const deleteAuditWebhook = endpoint({
  method: 'DELETE',
  path: '/audit-log/v1/webhook',
  requires,
  summary: 'Sends the entries nowhere any more. What was given up is gone with it.',
  response: z.object({}),
});

export const rotateAuditWebhookSecret = endpoint({
  method: 'POST',
  path: '/audit-log/v1/webhook/secrets',
  requires,
  summary: 'A new secret, answered this one time.',
  response: z.object({ webhook: auditWebhook, secret: z.string() }),
});

/** The outcome of an attempt: the status that the receiver answered, or the reason it answered none. */
const outcome = { status: z.nullable(z.int()), error_code: z.nullable(z.string().check(z.refine(isErrorCode))) };
export const webhookTrial = z.object({ has_arrived: z.boolean(), ...outcome });
export type WebhookTrial = z.infer<typeof webhookTrial>;

export const tryAuditWebhook = endpoint({
  method: 'POST',
  path: '/audit-log/v1/webhook/trials',
  requires,
  summary: 'Sends a message of the type audit_log.test at once.',
  response: webhookTrial,
});

export const webhookDelivery = z.object({
  id: z.uuid(),
  /** The range of the entry numbers in it. */
  first: z.int(),
  last: z.int(),
  /** `waiting`: it is retried automatically. */
  state: z.enum(['waiting', 'given_up']),
  tries: z.int(),
  tried_at: z.nullable(z.iso.datetime()),
  ...outcome,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** Lists the deliveries, oldest first. Delivered messages are not kept. */
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/audit-log/v1/webhook/deliveries',
  requires,
  summary: 'Messages that have not arrived.',
  query: z.object({ ...pageQuery.shape }),
  response: pageOf(webhookDelivery),
});

/** Retries a delivery. Answers 409 conflict if it already waits for its next attempt. */
export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/audit-log/v1/webhook/deliveries/:delivery_id/tries',
  requires,
  summary: 'Tries again to send what was given up.',
  params,
  response: webhookDelivery,
});
