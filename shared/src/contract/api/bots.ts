import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';

/** A bot as a card shows it. Texts are in the caller's language, else in the bot's fallback. */
export const botSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** One emoji; the card draws it on the accent's tint. */
  avatar: z.string(),
});
export type BotSummary = z.infer<typeof botSummary>;

/** Who answers for a bot: a language model, or the embedded one that quotes from the bot's files and says so. */
export const answeringModel = z.object({ kind: z.enum(['embedded', 'language-model']), name: z.string() });
export type AnsweringModel = z.infer<typeof answeringModel>;

export const bot = z.object({
  ...botSummary.shape,
  greeting: z.string(),
  /** Prompts to begin with. */
  starters: z.array(z.string()),
  answers_with: answeringModel,
  /** What it knows: the files behind it. `size` in bytes. */
  files: z.array(z.object({ id: z.uuid(), name: z.string(), size: z.number() })),
});
export type Bot = z.infer<typeof bot>;

/** The bots the caller may use, by name. */
export const listBots = endpoint({
  method: 'GET',
  path: '/bots/v1/bots',
  requires: {},
  summary: 'The bots the caller may use.',
  query: pageQuery,
  response: pageOf(botSummary),
});

export const getBot = endpoint({
  method: 'GET',
  path: '/bots/v1/bots/:bot_id',
  requires: {},
  summary: 'One bot.',
  params: z.object({ bot_id: z.uuid() }),
  response: bot,
});
