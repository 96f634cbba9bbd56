import { knowledgeRights } from '@parlance/shared/contract/access/knowledge-rights';
import type { DeletedKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { knowledgeKeptDays } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { sql } from 'kysely';
import { nameAnew, nobody } from '../../people/naming/named.ts';
import { record } from '../../platform/audit/record.ts';
import { sourceTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { agentsUsing, followKnowledge } from './agents.ts';
import { type Reader, lockSource, nameOf } from './repository.ts';
import { type Who, sourcesWithFolders } from './visible.ts';

/** What was deleted before it cannot be brought back. */
export const keptSince = sql<Date>`now() - make_interval(days => ${sql.lit(knowledgeKeptDays)})`;
const dayMs = 24 * 60 * 60 * 1000;

/** What lies in a folder goes with it, and comes back with it. */
export async function deleteSource(trx: Trx, who: Who, id: string): Promise<void> {
  const source = await lockSource(trx, who, id);
  await trx
    .updateTable('knowledge_sources')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await record(trx, { action: 'knowledge_source.deleted', target: { id, name: source.name } });
  await followKnowledge(trx, await namesOf(trx, source));
}

/** Where its folder is no longer there, it comes back outside of it: what a person brings back they want to see. */
export async function restoreSource(trx: Trx, who: Who, id: string): Promise<void> {
  const source = await sourcesWithFolders(trx)
    .where('source.id', '=', id)
    .where('source.organization_id', '=', who.organizationId)
    .where('source.deleted_at', '>', keptSince)
    .select(['source.id', 'source.folder_id', 'source.owner_id', 'folder.deleted_at as folder_deleted_at'])
    .forUpdate('source')
    .executeTakeFirst();
  if (
    source === undefined ||
    !knowledgeRights(who, { id: source.folder_id ?? source.id, ownerId: source.owner_id, isVisible: false }).edit
  )
    throw new ApiError('not_found');
  const isOutside = source.folder_deleted_at !== null;
  await trx
    .updateTable('knowledge_sources')
    .set({ deleted_at: null, ...(isOutside ? { folder_id: null, access: 'private' } : {}) })
    .where('id', '=', id)
    .execute();
  await record(trx, { action: 'knowledge_source.restored', target: await sourceTarget(trx, id) });
  if (isOutside) await nameAnew(trx, 'knowledge_source', { organizationId: who.organizationId, id }, nobody);
  await followKnowledge(trx, await namesOf(trx, source));
}

/** By what agents may name it: itself, the folder it lies in, and what lies in it. */
async function namesOf(trx: Trx, { id, folder_id }: { id: string; folder_id: string | null }): Promise<string[]> {
  const inside = await trx.selectFrom('knowledge_sources').where('folder_id', '=', id).select('id').execute();
  return [id, ...(folder_id === null ? [] : [folder_id]), ...inside.map((source) => source.id)];
}

/** Where a page begins: after the source deleted then, of this id. */
export type DeletedPosition = readonly [deletedAt: string, id: string];

/** What a person may bring back, deleted last first, one more than `limit` where there are more. */
export function findDeleted(trx: Trx, who: Who, after: DeletedPosition | null, limit: number) {
  let query = sourcesWithFolders(trx)
    .where('source.organization_id', '=', who.organizationId)
    .where('source.deleted_at', '>', keptSince)
    .where(sql<boolean>`(source.owner_id = ${who.memberId} or ${who.isAdmin})`)
    .select(['source.id', 'source.kind', 'source.name', 'source.folder_id', nameOf(sql`source.owner_id`).as('owner')])
    .select(sql<Date>`source.deleted_at`.as('deleted_at'))
    .select(sql<string | null>`case when folder.deleted_at is null then folder.name end`.as('folder'))
    .select(
      sql<number>`(select count(*)::integer from knowledge_sources as inside where inside.folder_id = source.id and inside.deleted_at is null)`.as(
        'items',
      ),
    );
  if (after !== null)
    query = query.where(sql<boolean>`(source.deleted_at, source.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query
    .orderBy('source.deleted_at', 'desc')
    .orderBy('source.id', 'desc')
    .limit(limit + 1)
    .execute();
}

type DeletedRow = Awaited<ReturnType<typeof findDeleted>>[number];

/** Rows as the contract has them, with the agents that still name them. */
export async function deletedOf(trx: Trx, reader: Reader, rows: readonly DeletedRow[]): Promise<DeletedKnowledge[]> {
  const using = await agentsUsing(
    trx,
    reader,
    reader.language,
    rows.map(({ id }) => id),
  );
  return rows.map(({ folder_id: _, deleted_at, ...row }) => ({
    ...row,
    used_by: using.get(row.id) ?? [],
    deleted_at: deleted_at.toISOString(),
    gone_at: new Date(deleted_at.getTime() + knowledgeKeptDays * dayMs).toISOString(),
  }));
}
