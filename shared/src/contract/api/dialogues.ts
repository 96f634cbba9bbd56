import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { attachment, attachmentsAtMost } from './attachments.ts';
import { botSummary } from './bots.ts';
import { promptMaxLength } from '../values/prompt-length.ts';
import { appliedRule, citation, runApproval, runFailure, runReading, runStatus, streamRun } from './runs/runs.ts';

export { promptMaxLength } from '../values/prompt-length.ts';

/** The most characters of a title that a member gives. */
export const titleMaxLength = 200;
/** The most prompts waiting in a dialogue while an answer is written. One more is refused with queue_full. */
export const queuedAtMost = 10;

export const dialogueSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  bot: botSummary,
  folder_id: z.nullable(z.uuid()),
  is_pinned: z.boolean(),
  is_archived: z.boolean(),
  /** True while an answer is being written or waits for its turn. */
  is_answering: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type DialogueSummary = z.infer<typeof dialogueSummary>;

export const ratingValue = z.enum(['up', 'down']);
export type RatingValue = z.infer<typeof ratingValue>;
export const ratingReason = z.enum([
  'accurate',
  'helpful',
  'well_written',
  'inaccurate',
  'incomplete',
  'source_wrong',
  'instructions_ignored',
  'unsafe',
  'other',
]);
export type RatingReason = z.infer<typeof ratingReason>;
/** The reasons for a rating that go with each value, in display order. Any other is refused with 400. */
export const ratingReasons = {
  up: ['accurate', 'helpful', 'well_written', 'other'],
  down: ['inaccurate', 'incomplete', 'source_wrong', 'instructions_ignored', 'unsafe', 'other'],
} as const satisfies Record<RatingValue, readonly RatingReason[]>;

/** Says whether a reason goes with a rating. */
export const isReasonOf = (value: RatingValue, reason: RatingReason): boolean =>
  ratingReasons[value].some((it) => it === reason);

/** The most characters of the comment of a rating. */
export const ratingCommentMaxLength = 2_000;

export const rating = z.object({ value: ratingValue, reasons: z.array(ratingReason), comment: z.string() });
export type Rating = z.infer<typeof rating>;

export const message = z.object({
  id: z.uuid(),
  /** The message it answers or follows; null for the first ones of a dialogue. */
  parent_id: z.nullable(z.uuid()),
  /**
   * All messages with the same parent, itself included, in the order they were made: the versions of a branch switcher.
   */
  versions: z.array(z.uuid()),
  author: z.enum(['member', 'bot']),
  /** Markdown (GFM) from a bot, plain text from a member. */
  content: z.string(),
  citations: z.array(citation),
  /** The files the member attached to a prompt. */
  attachments: z.array(attachment),
  /** The caller's rating of an answer. */
  rating: z.nullable(rating),
  created_at: z.iso.datetime(),
  /** The run that writes or wrote this answer; null for a member's prompt, and for an answer that was copied. */
  run: z.nullable(
    z.object({
      id: z.uuid(),
      status: runStatus,
      error_code: z.nullable(z.string()),
      /** The failure; in the dialogue log alone. */
      failure: z.optional(runFailure),
      /** The approval, if a rule has an administrator allow the prompt before it is answered. */
      approval: z.optional(runApproval),
      /** The partial reading; left out if the model was given everything. */
      reading: z.optional(runReading),
      /**
       * The place in its stream at which `content` begins, while the answer is under way; left out for 0. A reader
       * continues at this place plus the length of `content`.
       */
      text_from: z.optional(z.int()),
    }),
  ),
  /** Rules that changed or stopped it. One that only monitors is shown to administrators alone. */
  applied_rules: z.optional(z.array(appliedRule)),
  /** True if tools were called for it: `listToolCalls` returns the calls. */
  has_calls: z.optional(z.boolean()),
  /** The milliseconds its model spent on reasoning, if there is any to read: `readReasoning` returns it. */
  reasoning_ms: z.optional(z.int()),
});
export type Message = z.infer<typeof message>;

/**
 * A key made by the caller: a repeated request with the same one creates nothing twice and gets the same answer;
 * another request is refused with 409 idempotency_key_reused.
 */
const repeatable = z.object({ idempotency_key: z.uuid() });

/** A prompt with its attachments. */
const promptBody = z.object({
  ...repeatable.shape,
  prompt: z.string().check(z.trim(), z.minLength(1), z.maxLength(promptMaxLength)),
  attachment_ids: z._default(z.array(z.uuid()).check(z.maxLength(attachmentsAtMost)), []),
  /** True once the caller has read a rule's warning about this prompt, and sends it all the same. */
  accepts_warning: z._default(z.boolean(), false),
});
const turn = z.object({ dialogue_id: z.uuid(), prompt: message, answer: message });
export type Turn = z.infer<typeof turn>;

const dialogueParams = z.object({ dialogue_id: z.uuid() });
const messageParams = z.object({ message_id: z.uuid() });

/**
 * Lists the caller's own dialogues: pinned ones first, then the last changed. Archived ones only on request; without
 * `folder_id` those of all folders, with `none` those in no folder.
 */
export const listDialogues = endpoint({
  method: 'GET',
  path: '/dialogues/v1/dialogues',
  requires: {},
  summary: 'The caller’s own dialogues.',
  query: z.object({
    ...pageQuery.shape,
    bot_id: z.optional(z.uuid()),
    folder_id: z.optional(z.union([z.uuid(), z.literal('none')])),
    archived: z._default(z.enum(['false', 'true']), 'false'),
  }),
  response: pageOf(dialogueSummary),
});

/**
 * Starts a dialogue with its first prompt. The answer runs independently from here: its events follow at once, or are
 * read with `streamRun`.
 */
export const startDialogue = endpoint({
  method: 'POST',
  path: '/dialogues/v1/dialogues',
  requires: {},
  summary: 'Starts a dialogue with a bot.',
  body: z.object({ ...promptBody.shape, bot_id: z.uuid() }),
  response: turn,
  followedBy: streamRun,
});

export const getDialogue = endpoint({
  method: 'GET',
  path: '/dialogues/v1/dialogues/:dialogue_id',
  requires: {},
  summary: 'One of the caller’s dialogues.',
  params: dialogueParams,
  response: dialogueSummary,
});

/** Changes only the given fields. An automatic title never replaces one that a member gave. */
export const updateDialogue = endpoint({
  method: 'PATCH',
  path: '/dialogues/v1/dialogues/:dialogue_id',
  requires: {},
  summary: 'Renames, pins, files or archives a dialogue.',
  params: dialogueParams,
  body: z.strictObject({
    title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(titleMaxLength))),
    is_pinned: z.optional(z.boolean()),
    is_archived: z.optional(z.boolean()),
    folder_id: z.optional(z.nullable(z.uuid())),
  }),
  response: dialogueSummary,
});

/** Stops a running answer, ends its shares and removes it from every list. It can be restored for 30 days. */
export const deleteDialogue = endpoint({
  method: 'DELETE',
  path: '/dialogues/v1/dialogues/:dialogue_id',
  requires: {},
  summary: 'Deletes a dialogue.',
  params: dialogueParams,
  response: z.object({}),
});

export const restoreDialogue = endpoint({
  method: 'POST',
  path: '/dialogues/v1/dialogues/:dialogue_id/restore',
  requires: {},
  summary: 'Brings a deleted dialogue back.',
  params: dialogueParams,
  response: dialogueSummary,
});

/**
 * Lists the messages of the active branch, newest first; with `branch_of` those of the branch of that message, down to
 * the newest below it, which only looks and changes nothing. A running answer has the content written so far.
 */
export const listMessages = endpoint({
  method: 'GET',
  path: '/dialogues/v1/dialogues/:dialogue_id/messages',
  requires: {},
  summary: 'The messages of a dialogue.',
  params: dialogueParams,
  query: z.object({ ...pageQuery.shape, branch_of: z.optional(z.uuid()) }),
  response: pageOf(message),
});

/**
 * Adds a prompt at the end of the active branch, or, with `parent_id`, as a further version below that message (null: a
 * further beginning), which is how a prompt is edited; the new branch becomes the active one. While an answer is
 * written the prompt waits, and runs when those before it are over: its run is `queued`. Answers 409 queue_full if too
 * many wait, 409 attachment_not_ready if a file is still read; 422 prompt_blocked or 409 prompt_warned if a rule of the
 * organisation is about it, with the rule's message in `issues`. What a rule masks comes back masked; if a rule wants
 * an approval, the run of the answer has it.
 */
export const sendPrompt = endpoint({
  method: 'POST',
  path: '/dialogues/v1/dialogues/:dialogue_id/messages',
  requires: {},
  summary: 'Asks the bot of a dialogue.',
  params: dialogueParams,
  body: z.object({ ...promptBody.shape, parent_id: z.optional(z.nullable(z.uuid())) }),
  response: turn,
  followedBy: streamRun,
});

/** Makes the branch of a message the active one: down to the newest message below it. */
export const chooseBranch = endpoint({
  method: 'PUT',
  path: '/dialogues/v1/dialogues/:dialogue_id/branch',
  requires: {},
  summary: 'Switches the branch of a dialogue.',
  params: dialogueParams,
  body: z.object({ message_id: z.uuid() }),
  response: z.object({ leaf_id: z.uuid() }),
});

/**
 * Answers the prompt of this answer once more, as a further version. With `reads_whole`, files too long for the model
 * are read in parts first, at most `filePartsAtMost`. Answers 409 run_active while one is written.
 */
export const regenerateAnswer = endpoint({
  method: 'POST',
  path: '/dialogues/v1/messages/:message_id/regenerate',
  requires: {},
  summary: 'Answers a prompt once more.',
  params: messageParams,
  body: z.object({ ...repeatable.shape, reads_whole: z._default(z.boolean(), false) }),
  response: turn,
  followedBy: streamRun,
});

/**
 * Continues an answer that was stopped, interrupted or failed: a further version that begins with the text so far.
 * Answers 409 conflict if the answer is whole, 409 run_active while one is written.
 */
export const continueAnswer = endpoint({
  method: 'POST',
  path: '/dialogues/v1/messages/:message_id/continue',
  requires: {},
  summary: 'Goes on with an answer that was broken off.',
  params: messageParams,
  body: repeatable,
  response: turn,
  followedBy: streamRun,
});

/** Sets the caller's rating of an answer of an own dialogue; the last one counts. */
export const rateAnswer = endpoint({
  method: 'PUT',
  path: '/dialogues/v1/messages/:message_id/rating',
  requires: {},
  summary: 'Rates an answer.',
  params: messageParams,
  body: z.object({
    value: ratingValue,
    reasons: z._default(z.array(ratingReason).check(z.maxLength(ratingReason.options.length)), []),
    comment: z._default(z.string().check(z.trim(), z.maxLength(ratingCommentMaxLength)), ''),
  }),
  response: rating,
});

export const removeRating = endpoint({
  method: 'DELETE',
  path: '/dialogues/v1/messages/:message_id/rating',
  requires: {},
  summary: 'Takes a rating back.',
  params: messageParams,
  response: z.object({}),
});

/** Exports the active branch, whole, as a file: Markdown for people, JSON (with every branch) for programs. */
export const exportDialogue = endpoint({
  method: 'GET',
  path: '/dialogues/v1/dialogues/:dialogue_id/export',
  requires: { privilege: 'dialogue.export' },
  summary: 'A dialogue as a file.',
  params: dialogueParams,
  query: z.object({ format: z.enum(['markdown', 'json']) }),
  response: z.object({ file_name: z.string(), media_type: z.string(), content: z.string() }),
});

/** The most characters of a search text. */
export const searchMaxLength = 200;

/** A message that matches. `snippet` is an excerpt of its text; `is_hit` marks the words searched for. */
export const searchHit = z.object({
  dialogue: dialogueSummary,
  /** The message; null if the title matched. */
  message_id: z.nullable(z.uuid()),
  snippet: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
  created_at: z.iso.datetime(),
});
export type SearchHit = z.infer<typeof searchHit>;

/**
 * Finds messages and titles of the caller's own dialogues, archived ones too, that contain every word of `q`, newest
 * first.
 */
export const searchDialogues = endpoint({
  method: 'GET',
  path: '/dialogues/v1/search',
  requires: {},
  summary: 'Searches the caller’s own dialogues.',
  query: z.object({ ...pageQuery.shape, q: z.string().check(z.trim(), z.minLength(1), z.maxLength(searchMaxLength)) }),
  response: pageOf(searchHit),
});
