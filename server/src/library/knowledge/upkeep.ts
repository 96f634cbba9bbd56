import { knowledgeKeptDays } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { sql } from 'kysely';
import { isFree } from '../../people/organizations/held.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type Due, type Page, days, isDue, onePage } from '../../platform/upkeep/due.ts';
import { requestReadings } from './add.ts';

/**
 * Pages that are due; those of an inactive workspace wait. The interval is a little shorter than its name: an hourly
 * look would otherwise come later every day.
 */
export const duePages: Due = {
  table: 'knowledge_sources',
  by: 'tried_at',
  keptFor: sql`case refresh when 'daily' then interval '23 hours' else interval '6 days 23 hours' end`,
  where: sql<boolean>`refresh in ('daily', 'weekly') and deleted_at is null and requested_at is null
    and exists (select from organizations where organizations.id = knowledge_sources.organization_id and workspace_status = 'ACTIVE')`,
};

const holdsHeld = sql<boolean>`exists (select from knowledge_sources as within where within.folder_id = knowledge_sources.id and is_held(within.organization_id, within.owner_id))`;
export const deletedKnowledge: Due = {
  table: 'knowledge_sources',
  by: 'deleted_at',
  keptFor: days(knowledgeKeptDays),
  where: sql<boolean>`${isFree('knowledge_sources.organization_id', 'knowledge_sources.owner_id')} and not ${holdsHeld}`,
};

/** A page of the rows that are due, held; what another process holds is passed over. */
const pageOf = (trx: Trx, due: Due, { limit, skip }: Page) =>
  trx
    .selectFrom('knowledge_sources')
    .where(isDue(due))
    .select('id')
    .orderBy(sql.ref(due.by))
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .execute();

/** Asks for web pages that are to be fetched again, and says how many. */
export async function requestRefreshes(trx: Trx, page: Page = onePage): Promise<number> {
  const due = await pageOf(trx, duePages, page);
  await requestReadings(
    trx,
    due.map(({ id }) => id),
  );
  return due.length;
}

/**
 * Requests the reading of files whose pages could not all be read and have not been recognised in these languages, as
 * those from before recognition was turned on; returns their number. Those of an inactive workspace wait.
 */
export async function requestRecognitions(
  trx: Trx,
  languages: string,
  { limit, skip }: Page = onePage,
): Promise<number> {
  const files = await trx
    .selectFrom('knowledge_sources')
    .innerJoin('files', 'files.id', 'knowledge_sources.file_id')
    .where(hasUnreadPages)
    .where(sql<boolean>`recognized_with is distinct from ${languages}`)
    .where('url', 'is', null)
    .where('deleted_at', 'is', null)
    .where('requested_at', 'is', null)
    .where(
      sql<boolean>`exists (select from organizations where organizations.id = knowledge_sources.organization_id and workspace_status = 'ACTIVE')`,
    )
    .select('knowledge_sources.id')
    .orderBy('files.id')
    .limit(limit)
    .offset(skip)
    .forUpdate('knowledge_sources')
    .skipLocked()
    .execute();
  await requestReadings(
    trx,
    files.map(({ id }) => id),
  );
  return files.length;
}

/** As the index files_with_unread_pages has it. */
const hasUnreadPages = sql<boolean>`(files.unread_pages->>'unread')::integer > 0`;

/**
 * Deletes for good some of what was deleted a month ago, with its files; a folder with what lies in it. How many that
 * were.
 */
export async function purgeKnowledge(trx: Trx, page: Page = onePage): Promise<number> {
  const old = await pageOf(trx, deletedKnowledge, page);
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  const of = trx
    .selectFrom('knowledge_sources')
    .where((is) => is.or([is('id', 'in', ids), is('folder_id', 'in', ids)]));
  // A source goes with its file.
  await trx
    .deleteFrom('files')
    .where('id', 'in', of.where('file_id', 'is not', null).select('file_id'))
    .execute();
  await trx.deleteFrom('knowledge_sources').where('id', 'in', ids).execute();
  return ids.length;
}
