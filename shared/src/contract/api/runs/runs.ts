import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { toolCall } from '../tools.ts';
import { unreadPages } from '../unread-pages.ts';

/** The status of a run. `interrupted`: the process that ran it ended; its text so far is kept. */
export const runStatus = z.enum(['queued', 'running', 'complete', 'stopped', 'failed', 'interrupted']);
export type RunStatus = z.infer<typeof runStatus>;

/** A passage an answer rests on. `number` is its mark in the text, as [1]. */
export const citation = z.object({
  number: z.number(),
  file_id: z.uuid(),
  file_name: z.string(),
  /** The position of the passage in the file, from 1: `readFileText` opens the file there. */
  position: z.number(),
  /** The page of a PDF or the slide of a presentation, from 1; null if the file has none. */
  page: z.nullable(z.number()),
  /** The heading above the passage, empty if the file has none. */
  heading: z.string(),
  /** The passage itself, verbatim. */
  passage: z.string(),
});
export type Citation = z.infer<typeof citation>;

/**
 * The approval of a prompt that an administrator has to allow before it is answered. `withdrawn`: its person stopped it
 * before that.
 */
export const runApproval = z.object({
  state: z.enum(['waiting', 'allowed', 'refused', 'lapsed', 'withdrawn']),
  /** The message of the rule. */
  message: z.string(),
  /** The administrator's note on the decision, possibly empty. */
  note: z.string(),
  /** The deadline: without a decision by then, it is not answered. */
  lapses_at: z.iso.datetime(),
});
export type RunApproval = z.infer<typeof runApproval>;

/**
 * The action of a rule on a message, shown to its readers. `name` is the rule's name at that time, with masks in place
 * of anything a rule matches: nothing of what was found is disclosed.
 */
export const appliedRule = z.object({ name: z.string(), action: z.enum(['mask', 'warn', 'approve', 'block']) });
export type AppliedRule = z.infer<typeof appliedRule>;

/** The most parts in which files are read for one answer, and the most that are read without being asked for. */
export const filePartsAtMost = 24;
export const filePartsUnasked = 8;

/** The parts of a dialogue and its files that the model was not given at once: both it and the reader are told so. */
export const runReading = z.object({
  /** The oldest message that it was given; null if it was given all. */
  first_message_id: z.nullable(z.uuid()),
  /**
   * The attached files that it was not given whole. `share`: how much of the text was read from its beginning, 0 to 1;
   * in addition it had the passages found for the question. `parts`: it was read in so many parts, one after the other,
   * and the answer is made from notes of them. `unread_pages`: pages that nobody could read, and that are no part of
   * the share, and how many were read by recognising their text.
   */
  files: z.array(
    z.object({
      file_id: z.uuid(),
      name: z.string(),
      share: z.number(),
      parts: z.optional(z.int()),
      unread_pages: z.optional(unreadPages),
    }),
  ),
  /** The progress while parts are read: how many, of how many. */
  progress: z.optional(z.object({ read: z.int(), parts: z.int() })),
});
export type RunReading = z.infer<typeof runReading>;

/**
 * Returns the part of a file that was given, in percent for people: at least 1 and at most 99, for it is neither
 * nothing nor all.
 */
export const percentRead = (share: number): number => Math.min(99, Math.max(1, Math.round(share * 100)));

const runParams = z.object({ run_id: z.uuid() });

/**
 * One event of an answer. The SSE id of every event is the place in the stream of its text, in UTF-16 code units up to
 * and including it, so a reader that comes back with Last-Event-ID continues exactly there. It is the length of the
 * text, unless the text has begun anew: then the id of that `restart` precedes it.
 * `ended` is the last event. If the run has ended already, the reader gets the missing events and then `ended` at once.
 */
export const runEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), text: z.string() }),
  /**
   * What was taken for the beginning of the answer was reasoning: the text begins anew, empty, at the place of this
   * event's id.
   */
  z.object({ type: z.literal('restart') }),
  /**
   * A piece of the model's reasoning. `from` counts the UTF-16 code units before it, `ms` the time spent on reasoning
   * so far; `is_over` says that the model has gone on to something else, and it may come back to it. A reader that
   * comes back gets all of it again, from 0.
   */
  z.object({
    type: z.literal('reasoning'),
    text: z.string(),
    from: z.int(),
    ms: z.int(),
    is_over: z.boolean(),
  }),
  z.object({ type: z.literal('citations'), citations: z.array(citation) }),
  /** A tool call, when it begins and with each change of its state; a reader that comes back gets all of them again. */
  z.object({ type: z.literal('tool'), call: toolCall }),
  /** Its prompt waits for an administrator, or one has decided; a reader that comes back gets it again. */
  z.object({ type: z.literal('approval'), approval: runApproval }),
  /** The reading progress of long files before the answer begins; a reader that comes back gets it again. */
  z.object({ type: z.literal('reading'), reading: runReading }),
  /** The rules that have applied to the answer so far; a reader that comes back gets them again. */
  z.object({ type: z.literal('rules'), rules: z.array(appliedRule) }),
  z.object({
    type: z.literal('ended'),
    status: z.enum(['complete', 'stopped', 'failed', 'interrupted']),
    /** A code of `contract/errors` if the run failed. */
    error_code: z.nullable(z.string()),
    /** The partial reading; left out if the model was given everything. */
    reading: z.optional(runReading),
  }),
]);
export type RunEvent = z.infer<typeof runEvent>;

/** Streams the answer of a run as it grows, from Last-Event-ID or the beginning. Only for the owner of the dialogue. */
export const streamRun = endpoint({
  method: 'GET',
  path: '/runs/v1/runs/:run_id/events',
  requires: {},
  summary: 'The answer as it grows (text/event-stream).',
  params: runParams,
  response: runEvent,
  answers: 'events',
});

/**
 * Stops the run, and the call to its model. The text so far stays. Stopping one that has ended changes nothing. One
 * that waits behind another answer is withdrawn instead: `is_taken_back` says that its prompt is out of the dialogue,
 * and that its attachments are unsent again.
 */
export const stopRun = endpoint({
  method: 'POST',
  path: '/runs/v1/runs/:run_id/stop',
  requires: {},
  summary: 'Stops an answer.',
  params: runParams,
  response: z.object({ status: runStatus, is_taken_back: z._default(z.boolean(), false) }),
});

/** The failure of an answer in the words of its model's provider, without secrets. */
export const runFailure = z.object({
  /** The HTTP status; null if there was none. */
  status: z.nullable(z.int()),
  /** The message, at most 500 characters, in the provider's language. */
  words: z.string(),
  /** The id by which the provider finds the request. */
  request_id: z.nullable(z.string()),
});
export type RunFailure = z.infer<typeof runFailure>;

/** The cost and duration of an answer, on demand. */
export const runDetails = z.object({
  id: z.uuid(),
  status: runStatus,
  model: z.object({ kind: z.enum(['embedded', 'language-model']), name: z.string() }),
  /** The intended model, if another one answered in its place. */
  instead_of: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** Milliseconds until the first piece of the answer; null if there was none. */
  first_ms: z.nullable(z.number()),
  /** Milliseconds until the end; null while it runs. */
  total_ms: z.nullable(z.number()),
  /** Tokens as the provider counted them; null if it did not, or no provider was asked. */
  input_tokens: z.nullable(z.number()),
  output_tokens: z.nullable(z.number()),
  /** The cost in millionths of the currency's unit; null if the model has no price. */
  cost: z.nullable(z.object({ micros: z.number(), currency: z.string() })),
  /** The failure; only for administrators, of an answer that failed. */
  failure: z.optional(runFailure),
});
export type RunDetails = z.infer<typeof runDetails>;

/** Returns a run of one of the caller's dialogues. */
export const getRun = endpoint({
  method: 'GET',
  path: '/runs/v1/runs/:run_id',
  requires: {},
  summary: 'What an answer took: model, time, tokens, cost.',
  params: runParams,
  response: runDetails,
});
