import * as z from '@parlance/shared/contract/schema';
import { botCategory, botSummary } from '../agents/bot-summary.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';

export { botCategory, botSummary, type BotCategory, type BotSummary } from '../agents/bot-summary.ts';

/** A bot in the gallery of the caller. */
export const galleryBot = z.object({
  ...botSummary.shape,
  category: botCategory,
  /** True if it answers from files of the organisation. */
  has_files: z.boolean(),
  is_favorite: z.boolean(),
  /** The time the caller last asked it; null is never. */
  last_used_at: z.nullable(z.iso.datetime()),
});
export type GalleryBot = z.infer<typeof galleryBot>;

/** The model behind a bot: a language model, or the embedded one that quotes from the bot's files and says so. */
export const answeringModel = z.object({
  kind: z.enum(['embedded', 'language-model']),
  name: z.string(),
  /** True if pictures may be attached. */
  sees_images: z.boolean(),
  /** Tokens of prompt, sources and answer together; null if unknown or not applicable. */
  context_length: z.nullable(z.number()),
});
export type AnsweringModel = z.infer<typeof answeringModel>;

export const bot = z.object({
  ...botSummary.shape,
  greeting: z.string(),
  /** Prompts to begin with. */
  starters: z.array(z.string()),
  answers_with: answeringModel,
  category: botCategory,
  is_favorite: z.boolean(),
  /** The person responsible for what it says; null if nobody is named. */
  responsible: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The files it answers from. `size` in bytes. */
  files: z.array(z.object({ id: z.uuid(), name: z.string(), size: z.number() })),
});
export type Bot = z.infer<typeof bot>;

/** Lists the bots the caller may use, by name. */
export const listBots = endpoint({
  method: 'GET',
  path: '/bots/v1/bots',
  requires: {},
  summary: 'The bots the caller may use.',
  query: pageQuery,
  response: pageOf(galleryBot),
});

export const getBot = endpoint({
  method: 'GET',
  path: '/bots/v1/bots/:bot_id',
  requires: {},
  summary: 'One bot.',
  params: z.object({ bot_id: z.uuid() }),
  response: bot,
});

/** Adds a bot to the caller's favourites, or removes it. */
export const setFavorite = endpoint({
  method: 'PUT',
  path: '/bots/v1/bots/:bot_id/favorite',
  requires: {},
  summary: 'Marks a bot as a favourite of the caller.',
  params: z.object({ bot_id: z.uuid() }),
  body: z.strictObject({ is_favorite: z.boolean() }),
  response: z.object({ is_favorite: z.boolean() }),
});
