import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { botSummary } from './bots.ts';
import { citation, runStatus } from './runs.ts';

/** Characters of a prompt. Longer ones are refused with validation_failed. */
export const promptMaxLength = 32_000;

export const dialogueSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  bot: botSummary,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type DialogueSummary = z.infer<typeof dialogueSummary>;

export const message = z.object({
  id: z.uuid(),
  author: z.enum(['member', 'bot']),
  /** Markdown (GFM) from a bot, plain text from a member. */
  content: z.string(),
  citations: z.array(citation),
  created_at: z.iso.datetime(),
  /** The run that writes or wrote this answer; null for a member's prompt. */
  run: z.nullable(z.object({ id: z.uuid(), status: runStatus, error_code: z.nullable(z.string()) })),
});
export type Message = z.infer<typeof message>;

/** A prompt and what answers it. `idempotency_key`, made by the caller, makes a repeated request the same one. */
const promptBody = z.object({
  prompt: z.string().check(z.trim(), z.minLength(1), z.maxLength(promptMaxLength)),
  idempotency_key: z.uuid(),
});
const turn = z.object({ dialogue_id: z.uuid(), prompt: message, answer: message });
export type Turn = z.infer<typeof turn>;

const dialogueParams = z.object({ dialogue_id: z.uuid() });

/** The caller's own dialogues, the last changed first. */
export const listDialogues = endpoint({
  method: 'GET',
  path: '/dialogues/v1/dialogues',
  requires: {},
  summary: 'The caller’s own dialogues.',
  query: z.object({ ...pageQuery.shape, bot_id: z.optional(z.uuid()) }),
  response: pageOf(dialogueSummary),
});

/** Starts a dialogue with its first prompt. The answer runs on its own from here; read it with `streamRun`. */
export const startDialogue = endpoint({
  method: 'POST',
  path: '/dialogues/v1/dialogues',
  requires: {},
  summary: 'Starts a dialogue with a bot.',
  body: z.object({ ...promptBody.shape, bot_id: z.uuid() }),
  response: turn,
});

export const getDialogue = endpoint({
  method: 'GET',
  path: '/dialogues/v1/dialogues/:dialogue_id',
  requires: {},
  summary: 'One of the caller’s dialogues.',
  params: dialogueParams,
  response: dialogueSummary,
});

/** The messages of a dialogue, newest first. The content of an answer that runs is what is written so far. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/dialogues/v1/dialogues/:dialogue_id/messages',
  requires: {},
  summary: 'The messages of a dialogue.',
  params: dialogueParams,
  query: pageQuery,
  response: pageOf(message),
});

/** Adds a prompt. Answers 409 run_active while the answer before is still running. */
export const sendPrompt = endpoint({
  method: 'POST',
  path: '/dialogues/v1/dialogues/:dialogue_id/messages',
  requires: {},
  summary: 'Asks the bot of a dialogue.',
  params: dialogueParams,
  body: promptBody,
  response: turn,
});
