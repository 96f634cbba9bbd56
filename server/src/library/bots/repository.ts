import type { BotSummary, GalleryBot } from '@parlance/shared/contract/api/bots';
import { type Language, type LocalizedText, fallbackLanguage, textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import { type BotUser, isUsableBy } from './visibility.ts';

/** Where a page begins: after the bot with this name, as sorted, and id. */
export type BotPosition = readonly [sortName: string, id: string];
type Reader = BotUser & { organizationId: string };
type Query = { language: Language; after: BotPosition | null; limit: number };

type SummaryRow = { id: string; name: LocalizedText; description: LocalizedText; avatar: string };

export const summaryOf = (row: SummaryRow, language: Language): BotSummary => ({
  id: row.id,
  name: textIn(row.name, language),
  description: textIn(row.description, language),
  avatar: row.avatar,
});

const hasFiles = sql<boolean>`exists (select from bot_files where bot_files.bot_id = bots.id)`;
const isFavorite = sql<boolean>`coalesce(bot_uses.is_favorite, false)`;

/** Bots of an organisation that a member may use, with what they think of each. */
const botsFor = (trx: Trx, who: Reader, models: Catalog) =>
  trx
    .selectFrom('bots')
    .leftJoin('bot_uses', (join) =>
      join.onRef('bot_uses.bot_id', '=', 'bots.id').on('bot_uses.member_id', '=', who.memberId),
    )
    .where('bots.organization_id', '=', who.organizationId)
    .where(isUsableBy(who, models))
    .select([
      'bots.id',
      'bots.name',
      'bots.description',
      'bots.avatar',
      'bots.category',
      'bot_uses.last_used_at',
      hasFiles.as('has_files'),
      isFavorite.as('is_favorite'),
    ]);

type GalleryRow = Awaited<ReturnType<ReturnType<typeof botsFor>['executeTakeFirstOrThrow']>>;

export const galleryBotOf = (row: GalleryRow, language: Language): GalleryBot => ({
  ...summaryOf(row, language),
  category: row.category,
  has_files: row.has_files,
  is_favorite: row.is_favorite,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/** The bots of an organisation by their name in a language, one more than `limit` where there are more. */
export function findBots(trx: Trx, who: Reader, models: Catalog, { language, after, limit }: Query) {
  const sortName = sql<string>`lower(coalesce(bots.name ->> ${language}, bots.name ->> ${fallbackLanguage}, bots.name::text))`;
  let query = botsFor(trx, who, models).select(sortName.as('sort_name'));
  if (after !== null) query = query.where(sql<boolean>`(${sortName}, bots.id) > (${after[0]}, ${after[1]}::uuid)`);
  return query
    .orderBy(sortName)
    .orderBy('bots.id')
    .limit(limit + 1)
    .execute();
}

/** One bot as its page shows it. */
export function findWholeBot(trx: Trx, who: Reader, models: Catalog, id: string) {
  return botsFor(trx, who, models)
    .where('bots.id', '=', id)
    .select(['bots.greeting', 'bots.starters', 'bots.responsible_id', 'bots.model_id'])
    .executeTakeFirst();
}

/** Bots as cards show them, by their id: those of these that the member may use. */
export async function findBotSummaries(
  trx: Trx,
  who: BotUser & { readonly language: Language },
  models: Catalog,
  ids: readonly string[],
): Promise<Map<string, BotSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('bots')
    .where('bots.id', 'in', [...ids])
    .where(isUsableBy(who, models))
    .select(['bots.id', 'bots.name', 'bots.description', 'bots.avatar'])
    .execute();
  return new Map(rows.map((row) => [row.id, summaryOf(row, who.language)]));
}

/** Whether a member may use a bot. */
export async function isUsable(trx: Trx, who: BotUser, models: Catalog, id: string): Promise<boolean> {
  return (
    (await trx
      .selectFrom('bots')
      .where('bots.id', '=', id)
      .where(isUsableBy(who, models))
      .select('bots.id')
      .executeTakeFirst()) !== undefined
  );
}

/**
 * Throws bot_disabled where a member may no longer ask a bot with which they have a dialogue, and not_found where they
 * have none.
 */
export async function requireUsable(trx: Trx, who: BotUser, models: Catalog, id: string): Promise<void> {
  if (await isUsable(trx, who, models, id)) return;
  const dialogue = await trx
    .selectFrom('dialogues')
    .where('member_id', '=', who.memberId)
    .where('bot_id', '=', id)
    .where('kind', '=', 'member')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  throw new ApiError(dialogue === undefined ? 'not_found' : 'bot_disabled');
}

/** Keeps a bot among a member's favourites, or no longer. */
export async function keepFavorite(
  trx: Trx,
  use: { organizationId: string; memberId: string; botId: string; isFavorite: boolean },
): Promise<void> {
  await trx
    .insertInto('bot_uses')
    .values({
      organization_id: use.organizationId,
      member_id: use.memberId,
      bot_id: use.botId,
      is_favorite: use.isFavorite,
    })
    .onConflict((found) => found.columns(['member_id', 'bot_id']).doUpdateSet({ is_favorite: use.isFavorite }))
    .execute();
}

/**
 * The part of the statement that makes a run by which a member's use of the bot is remembered: `asked` has the bot,
 * `run` is empty where none is made.
 */
export const recordingUse = ({ organizationId, memberId }: { organizationId: string; memberId: string }) => sql`
  insert into bot_uses (organization_id, member_id, bot_id, last_used_at)
  select ${organizationId}::uuid, ${memberId}::uuid, asked.bot_id, now() from run, asked
  on conflict (member_id, bot_id) do update set last_used_at = excluded.last_used_at`;

/** The files behind a bot, by name. */
export function findBotFiles(trx: Trx, botId: string) {
  return trx
    .selectFrom('bot_files')
    .innerJoin('files', 'files.id', 'bot_files.file_id')
    .where('bot_files.bot_id', '=', botId)
    .select(['files.id', 'files.name', 'files.size'])
    .orderBy('files.name')
    .execute();
}
