import * as z from '@parlance/shared/contract/schema';

export const botCategory = z.enum([
  'general',
  'knowledge',
  'writing',
  'people',
  'it',
  'sales',
  'finance',
  'legal',
  'other',
]);
export type BotCategory = z.infer<typeof botCategory>;

/** A bot as a card shows it. Texts are in the caller's language, else in the bot's fallback. */
export const botSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** One emoji; the card draws it on the accent's tint. */
  avatar: z.string(),
});
export type BotSummary = z.infer<typeof botSummary>;
