import { type Language, type LocalizedText, fallbackLanguage, textIn } from '@parlance/shared/contract/language';
import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';
import type { LocalizedList } from './tables.ts';

/** Where a page begins: after the bot with this name, as sorted, and id. */
export type BotPosition = readonly [sortName: string, id: string];
type Wanted = { organizationId: string; language: Language; after: BotPosition | null; limit: number };

type SummaryRow = { id: string; name: LocalizedText; description: LocalizedText; avatar: string };

export const summaryOf = (row: SummaryRow, language: Language): BotSummary => ({
  id: row.id,
  name: textIn(row.name, language),
  description: textIn(row.description, language),
  avatar: row.avatar,
});

/** The bots of an organisation by their name in a language, one more than `limit` where there are more. */
export function findBots(trx: Trx, { organizationId, language, after, limit }: Wanted) {
  const sortName = sql<string>`lower(coalesce(name ->> ${language}, name ->> ${fallbackLanguage}, name::text))`;
  let query = trx
    .selectFrom('bots')
    .where('organization_id', '=', organizationId)
    .select(['id', 'name', 'description', 'avatar', sortName.as('sort_name')]);
  if (after !== null) query = query.where(sql<boolean>`(${sortName}, id) > (${after[0]}, ${after[1]}::uuid)`);
  return query.orderBy(sortName).orderBy('id').limit(limit + 1).execute();
}

export function findBot(trx: Trx, organizationId: string, id: string) {
  return trx.selectFrom('bots').where('organization_id', '=', organizationId).where('id', '=', id).selectAll().executeTakeFirst();
}

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

export type NewBot = {
  organizationId: string;
  name: LocalizedText;
  description: LocalizedText;
  greeting: LocalizedText;
  starters: LocalizedList;
  avatar: string;
  instructions: string;
  fileIds: readonly string[];
};

export async function insertBot(trx: Trx, { organizationId, fileIds, ...bot }: NewBot): Promise<string> {
  const { id } = await trx
    .insertInto('bots')
    .values({
      organization_id: organizationId,
      name: JSON.stringify(bot.name),
      description: JSON.stringify(bot.description),
      greeting: JSON.stringify(bot.greeting),
      starters: JSON.stringify(bot.starters),
      avatar: bot.avatar,
      instructions: bot.instructions,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (fileIds.length > 0) {
    await trx
      .insertInto('bot_files')
      .values(fileIds.map((fileId) => ({ organization_id: organizationId, bot_id: id, file_id: fileId })))
      .execute();
  }
  return id;
}
