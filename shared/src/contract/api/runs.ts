import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';

/** `interrupted`: the process that ran it ended; what it had is kept. */
export const runStatus = z.enum(['queued', 'running', 'complete', 'stopped', 'failed', 'interrupted']);
export type RunStatus = z.infer<typeof runStatus>;

/** A passage an answer rests on. `number` is what stands in the text as [1]. */
export const citation = z.object({
  number: z.number(),
  file_id: z.uuid(),
  file_name: z.string(),
  /** The heading the passage stands under, empty where the file has none. */
  heading: z.string(),
  /** The passage itself, word for word. */
  passage: z.string(),
});
export type Citation = z.infer<typeof citation>;

const runParams = z.object({ run_id: z.uuid() });

/**
 * One event of an answer. The SSE id of every event is the count of UTF-16 code units of the answer up to and
 * including it, so a reader that comes back with Last-Event-ID goes on exactly there.
 * `ended` is the last one; where the run had ended before, the reader gets what is missing and then `ended` at once.
 */
export const runEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('citations'), citations: z.array(citation) }),
  z.object({
    type: z.literal('ended'),
    status: z.enum(['complete', 'stopped', 'failed', 'interrupted']),
    /** A code of `contract/errors` where the run failed. */
    error_code: z.nullable(z.string()),
  }),
]);
export type RunEvent = z.infer<typeof runEvent>;

/** The answer of a run as it grows, from Last-Event-ID or the beginning. Only for the owner of the dialogue. */
export const streamRun = endpoint({
  method: 'GET',
  path: '/runs/v1/runs/:run_id/events',
  requires: {},
  summary: 'The answer as it grows (text/event-stream).',
  params: runParams,
  response: runEvent,
  answers: 'events',
});

/** Stops the run, at its model too. What there is of the answer stays. Stopping one that has ended changes nothing. */
export const stopRun = endpoint({
  method: 'POST',
  path: '/runs/v1/runs/:run_id/stop',
  requires: {},
  summary: 'Stops an answer.',
  params: runParams,
  response: z.object({ status: runStatus }),
});
