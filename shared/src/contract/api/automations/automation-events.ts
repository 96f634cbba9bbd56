import * as z from '@parlance/shared/contract/schema';
import { formField } from '../../agents/automation.ts';
import { endpoint } from '../../endpoint.ts';
import { linkToken } from '../../values/link.ts';

/**
 * Receives a webhook. Signed as standardwebhooks.com describes (webhook-id, webhook-timestamp, webhook-signature over
 * the bytes of the body); a message that comes twice does its work once. Anything wrong with it, an unknown address
 * included, answers 404. Answers 429 rate_limited beyond 60 in a minute; 413 beyond 256 KiB.
 */
export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/hooks/v1/:automation_id',
  requires: 'public',
  summary: 'Takes an event.',
  params: z.object({ automation_id: z.uuid() }),
  body: z.unknown(),
  response: z.object({}),
});

const formParams = z.object({ token: linkToken });

/** Returns a form. Answers 404 for a link that is unknown, renewed or of a paused automation. */
export const getForm = endpoint({
  method: 'GET',
  path: '/forms/v1/:token',
  requires: 'public',
  summary: 'A form that anybody who has the link may send.',
  params: formParams,
  response: z.object({
    title: z.string(),
    description: z.string(),
    organization_name: z.string(),
    fields: z.array(formField),
  }),
});

/**
 * Submits a form. The same key with the same values is the same message. A key that has done something else is refused
 * with 409 idempotency_key_reused.
 */
export const sendForm = endpoint({
  method: 'POST',
  path: '/forms/v1/:token',
  requires: 'public',
  summary: 'Sends a form.',
  params: formParams,
  body: z.strictObject({
    idempotency_key: z.uuid(),
    values: z.record(z.string().check(z.maxLength(40)), z.union([z.string().check(z.maxLength(10_000)), z.boolean()])),
  }),
  response: z.object({ thanks: z.string() }),
});
