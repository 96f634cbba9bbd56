import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/**
 * The most UTF-16 code units of reasoning kept for an answer. A model may reason on, and is waited for; the rest is
 * neither shown nor stored.
 */
export const reasoningMaxLength = 200_000;

/**
 * Returns the reasoning behind an answer in a dialogue of the caller's, in Markdown; `text` is empty where there is
 * none, or none any more. It is no part of the answer: it is neither searched, nor shared, copied or exported with it.
 */
export const readReasoning = endpoint({
  method: 'GET',
  path: '/dialogues/v1/messages/:message_id/reasoning',
  requires: {},
  summary: 'What the model reasoned before it answered.',
  params: z.object({ message_id: z.uuid() }),
  response: z.object({ text: z.string() }),
});
