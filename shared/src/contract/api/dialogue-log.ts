import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { language } from '../values/language.ts';
import { day } from '../values/moment.ts';
import { testQuestion } from './agents/agent-test-sets.ts';
import { message, ratingValue } from './dialogues.ts';

/** Restricted to administrators whose plan has the dialogue log (specification §6). */
const requires = { role: 'admin', feature: 'dialogue_log' } as const;

/** Minutes that names are shown after a reason was given. */
export const namesShownMinutes = 60;
/** The length of the reason to show names, in characters. */
export const reasonLength = { least: 10, most: 500 } as const;

/** The filter of the dialogues. Several conditions must all be met. */
export const dialogueLogFilter = z.object({
  /**
   * Answers 403 names_hidden while names are hidden. So does a team that would single out fewer than `smallestGroup`
   * people among those who asked and are still there, a bot that not everybody may ask and fewer of them did, and a
   * rule for such a team or bot.
   */
  member_id: z.optional(z.uuid()),
  team_id: z.optional(z.uuid()),
  bot_id: z.optional(z.uuid()),
  /** The first day (UTC) of the last prompt … */
  from: z.optional(day),
  /** … and the last day. */
  to: z.optional(day),
  /** The language of the person at their last prompt. */
  language: z.optional(language),
  /** A rating that at least one answer has. */
  rating: z.optional(ratingValue),
  /** A governance rule that has applied in it. Dialogues from before the product recorded that are not found. */
  rule_id: z.optional(z.uuid()),
  /** The least tokens, of prompts and answers together. */
  tokens: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});
export type DialogueLogFilter = z.infer<typeof dialogueLogFilter>;

/** A member in the log: always the same `alias`, and a name only while names are shown. */
export const loggedMember = z.object({
  id: z.nullable(z.uuid()),
  alias: z.string(),
  name: z.nullable(z.string()),
});

export const loggedDialogue = z.object({
  id: z.uuid(),
  title: z.string(),
  member: loggedMember,
  bot: z.object({ id: z.uuid(), name: z.string() }),
  language,
  prompts: z.int(),
  tokens: z.int(),
  ratings: z.object({ up: z.int(), down: z.int() }),
  started_at: z.iso.datetime(),
  /** The time of the last prompt. */
  asked_at: z.iso.datetime(),
  /** The time the member deleted it; it is purged 30 days later. */
  deleted_at: z.nullable(z.iso.datetime()),
});
export type LoggedDialogue = z.infer<typeof loggedDialogue>;

/** Lists the dialogues of the organisation, last asked first, without trials of agents. */
export const listDialogueLog = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/dialogues',
  requires,
  summary: 'The dialogues of the organisation.',
  query: z.object({ ...pageQuery.shape, ...dialogueLogFilter.shape }),
  response: pageOf(loggedDialogue),
});

/**
 * The choices of the filter: bots that were asked, and teams; by name. Small teams are offered only while names are
 * shown.
 */
export const dialogueLogChoices = z.object({
  bots: z.array(z.object({ id: z.uuid(), name: z.string() })),
  teams: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Governance rules that have applied, in their order. */
  rules: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type DialogueLogChoices = z.infer<typeof dialogueLogChoices>;

export const getDialogueLogChoices = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/choices',
  requires,
  summary: 'What the dialogue log can be filtered by.',
  response: dialogueLogChoices,
});

const dialogueParams = z.object({ dialogue_id: z.uuid() });

/** Returns one dialogue. The audit log records the look. */
export const getLoggedDialogue = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/dialogues/:dialogue_id',
  requires,
  summary: 'A dialogue of the organisation.',
  params: dialogueParams,
  response: loggedDialogue,
});

/** Lists every message of every branch, in the order they were made. */
export const listLoggedMessages = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/dialogues/:dialogue_id/messages',
  requires,
  summary: 'The messages of a dialogue of the organisation.',
  params: dialogueParams,
  query: pageQuery,
  response: pageOf(message),
});

/** The end of the time in which the caller sees names; null if they are hidden. */
export const shownNames = z.object({ until: z.nullable(z.iso.datetime()), reason: z.nullable(z.string()) });
export type ShownNames = z.infer<typeof shownNames>;

export const getShownNames = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/names',
  requires,
  summary: 'Whether the caller sees names.',
  response: shownNames,
});

/** Shows names to the caller, to nobody else, for an hour. The audit log records the reason. */
export const showNames = endpoint({
  method: 'PUT',
  path: '/dialogue-log/v1/names',
  requires,
  summary: 'Shows names for a reason.',
  body: z.strictObject({
    reason: z.string().check(z.trim(), z.minLength(reasonLength.least), z.maxLength(reasonLength.most)),
  }),
  response: shownNames,
});

export const hideNames = endpoint({
  method: 'DELETE',
  path: '/dialogue-log/v1/names',
  requires,
  summary: 'Hides names again.',
  response: shownNames,
});

/** Adds the prompt of an answer to the test set of its agent, with the points a good answer must contain. */
export const addTestQuestion = endpoint({
  method: 'POST',
  path: '/dialogue-log/v1/messages/:message_id/test-question',
  requires,
  summary: 'Makes a test question of an answer.',
  params: z.object({ message_id: z.uuid() }),
  /** `id` is the question's: a repeated request with the same one adds it once. */
  body: z.strictObject({ id: z.uuid(), points: testQuestion.shape.points.check(z.minLength(1)) }),
  response: z.object({ agent_id: z.uuid(), questions: z.int() }),
});

export const exportFormat = z.enum(['csv', 'jsonl']);
export type ExportFormat = z.infer<typeof exportFormat>;
export const exportStatus = z.enum(['waiting', 'running', 'complete', 'failed']);

export const dialogueLogExport = z.object({
  id: z.uuid(),
  format: exportFormat,
  filter: dialogueLogFilter,
  /** True if it contains names, because they were shown to the person who asked for it. */
  has_names: z.boolean(),
  status: exportStatus,
  /** The number of dialogues written, of how many. */
  done: z.int(),
  of: z.int(),
  /** The size in bytes; null until it is complete. */
  size: z.nullable(z.int()),
  created_at: z.iso.datetime(),
});
export type DialogueLogExport = z.infer<typeof dialogueLogExport>;

/**
 * Starts an export in the background. CSV has a line for each message, JSONL one for each dialogue; later questions are
 * not in it. A key that has done something else is refused with 409 idempotency_key_reused.
 */
export const exportDialogueLog = endpoint({
  method: 'POST',
  path: '/dialogue-log/v1/exports',
  requires,
  summary: 'Exports dialogues of the organisation.',
  body: z.strictObject({ idempotency_key: z.uuid(), format: exportFormat, filter: dialogueLogFilter }),
  response: dialogueLogExport,
});

const exportParams = z.object({ export_id: z.uuid() });

/** Lists the caller's own exports, newest first. */
export const listDialogueLogExports = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/exports',
  requires,
  summary: 'The caller’s exports of dialogues.',
  query: pageQuery,
  response: pageOf(dialogueLogExport),
});

export const downloadDialogueLogExport = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/exports/:export_id/content',
  requires,
  summary: 'An export as a file.',
  params: exportParams,
  response: z.string(),
  answers: 'file',
});

/** Cancels an export under way; deletes a finished one. */
export const deleteDialogueLogExport = endpoint({
  method: 'DELETE',
  path: '/dialogue-log/v1/exports/:export_id',
  requires,
  summary: 'Cancels or deletes an export.',
  params: exportParams,
  response: z.object({}),
});
