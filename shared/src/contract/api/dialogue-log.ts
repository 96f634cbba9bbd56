import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { language } from '../values/language.ts';
import { day } from '../values/moment.ts';
import { testQuestion } from './agents/agent-test-sets.ts';
import { message, ratingValue } from './dialogues.ts';

/** Administrators whose plan has the dialogue log (specification §6). */
const requires = { role: 'admin', feature: 'dialogue_log' } as const;

/** Minutes for which names are shown once a reason was given. */
export const namesShownMinutes = 60;
/** Characters of the reason for which names are shown. */
export const reasonLength = { least: 10, most: 500 } as const;

/** Which dialogues. Several conditions must all be met. */
export const dialogueLogFilter = z.object({
  /**
   * Answers 403 names_hidden while names are hidden. So does a team by which fewer than `smallestGroup` people could be
   * told apart of those who asked and are there still, a bot that not everybody may ask and fewer of them did, and a
   * rule for such a team or bot.
   */
  member_id: z.optional(z.uuid()),
  team_id: z.optional(z.uuid()),
  bot_id: z.optional(z.uuid()),
  /** The last prompt was on this day (UTC) or later … */
  from: z.optional(day),
  /** … and on this day or before. */
  to: z.optional(day),
  /** The language of the person when they asked last. */
  language: z.optional(language),
  /** At least one answer was rated so. */
  rating: z.optional(ratingValue),
  /** A governance rule has applied in it. What was said before the product noted that is not found. */
  rule_id: z.optional(z.uuid()),
  /** At least so many tokens, of prompts and answers together. */
  tokens: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});
export type DialogueLogFilter = z.infer<typeof dialogueLogFilter>;

/** A member as the log shows them: always the same `alias`, and a name only while names are shown. */
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
  /** When the last prompt was sent. */
  asked_at: z.iso.datetime(),
  /** The member has deleted it; it goes for good 30 days later. */
  deleted_at: z.nullable(z.iso.datetime()),
});
export type LoggedDialogue = z.infer<typeof loggedDialogue>;

/** The dialogues of the organisation, the last asked first. Trials of agents are not among them. */
export const listDialogueLog = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/dialogues',
  requires,
  summary: 'The dialogues of the organisation.',
  query: z.object({ ...pageQuery.shape, ...dialogueLogFilter.shape }),
  response: pageOf(loggedDialogue),
});

/** Bots that were asked, and teams; by name. Small teams are offered only while names are shown. */
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

/** One dialogue. That somebody looked into it stands in the audit log. */
export const getLoggedDialogue = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/dialogues/:dialogue_id',
  requires,
  summary: 'A dialogue of the organisation.',
  params: dialogueParams,
  response: loggedDialogue,
});

/** Every message of every branch, in the order they were made. */
export const listLoggedMessages = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/dialogues/:dialogue_id/messages',
  requires,
  summary: 'The messages of a dialogue of the organisation.',
  params: dialogueParams,
  query: pageQuery,
  response: pageOf(message),
});

/** Until when the caller sees names; null where they are hidden. */
export const shownNames = z.object({ until: z.nullable(z.iso.datetime()), reason: z.nullable(z.string()) });
export type ShownNames = z.infer<typeof shownNames>;

export const getShownNames = endpoint({
  method: 'GET',
  path: '/dialogue-log/v1/names',
  requires,
  summary: 'Whether the caller sees names.',
  response: shownNames,
});

/** Shows names to the caller, to nobody else, for an hour. The reason stands in the audit log. */
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

/** Puts the prompt of an answer into the test set of its agent, with what a good answer must hold. */
export const addTestQuestion = endpoint({
  method: 'POST',
  path: '/dialogue-log/v1/messages/:message_id/test-question',
  requires,
  summary: 'Makes a test question of an answer.',
  params: z.object({ message_id: z.uuid() }),
  /** `id` is the question's: a repeated request with the same one adds nothing twice. */
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
  /** Names stand in it, because they were shown to who asked for it. */
  has_names: z.boolean(),
  status: exportStatus,
  /** Dialogues that are written, of how many. */
  done: z.int(),
  of: z.int(),
  /** In bytes; null until it is complete. */
  size: z.nullable(z.int()),
  created_at: z.iso.datetime(),
});
export type DialogueLogExport = z.infer<typeof dialogueLogExport>;

/**
 * CSV has a line for each message, JSONL one for each dialogue. Made in the background; later questions are not in it.
 * A key that has done something else is refused with 409 idempotency_key_reused.
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

/** The caller's own exports, newest first. */
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

/** Cancels an export that is being made; deletes one that is. */
export const deleteDialogueLogExport = endpoint({
  method: 'DELETE',
  path: '/dialogue-log/v1/exports/:export_id',
  requires,
  summary: 'Cancels or deletes an export.',
  params: exportParams,
  response: z.object({}),
});
