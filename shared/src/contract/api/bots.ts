import * as z from '@parlance/shared/contract/schema';
import { botCategory, botSummary } from '../agents/bot-summary.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';

export { botCategory, botSummary, type BotCategory, type BotSummary } from '../agents/bot-summary.ts';

/** A bot in the gallery of the caller. */
export const galleryBot = z.object({
  ...botSummary.shape,
  category: botCategory,
  /** It answers from files of the organisation. */
  has_files: z.boolean(),
  is_favorite: z.boolean(),
  /** When the caller last asked it; null: never. */
  last_used_at: z.nullable(z.iso.datetime()),
});
export type GalleryBot = z.infer<typeof galleryBot>;

/** Who answers for a bot: a language model, or the embedded one that quotes from the bot's files and says so. */
export const answeringModel = z.object({
  kind: z.enum(['embedded', 'language-model']),
  name: z.string(),
  /** Pictures may be attached. */
  sees_images: z.boolean(),
  /** Tokens of prompt, sources and answer together; null where it is not known or does not apply. */
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
  /** Who answers for what it says; null where nobody is named. */
  responsible: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
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

/** Keeps a bot among the caller's favourites, or no longer. */
export const setFavorite = endpoint({
  method: 'PUT',
  path: '/bots/v1/bots/:bot_id/favorite',
  requires: {},
  summary: 'Marks a bot as a favourite of the caller.',
  params: z.object({ bot_id: z.uuid() }),
  body: z.strictObject({ is_favorite: z.boolean() }),
  response: z.object({ is_favorite: z.boolean() }),
});
