import type { changeKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { nameAnew, nobody } from '../../people/naming/named.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { requestReading, requestReadings } from './add.ts';
import { followKnowledge } from './agents.ts';
import { lockFolder, lockSource } from './repository.ts';
import type { Who } from './visible.ts';

type Changes = CheckedInput<typeof changeKnowledge>['body'];
const misplaced = (path: string, message: string) =>
  new ApiError('validation_failed', { issues: [{ path: `body.${path}`, message }] });

/** Renames, moves or schedules a source; a web page at another address is fetched from there. */
export async function changeSource(
  trx: Trx,
  who: Who,
  id: string,
  { name, url, refresh: often, folder_id: folderId }: Changes,
): Promise<void> {
  const source = await lockSource(trx, who, id);
  if ((url !== undefined || often !== undefined) && source.kind !== 'web-page')
    throw misplaced('url', 'Only a web page has an address.');
  if (folderId !== undefined && source.kind === 'folder') throw misplaced('folder_id', 'Folders do not nest.');
  const ofUrl = url === undefined || url === source.url ? {} : { url, etag: null, last_modified: null };
  await trx
    .updateTable('knowledge_sources')
    .set({
      updated_at: sql<Date>`now()`,
      ...(name === undefined ? {} : { name: name.toWellFormed(), is_named_by_page: false }),
      ...(often === undefined ? {} : { refresh: often }),
      ...ofUrl,
    })
    .where('id', '=', id)
    .execute();
  if (name !== undefined && source.file_id !== null)
    await trx.updateTable('files').set({ name: name.toWellFormed() }).where('id', '=', source.file_id).execute();
  if (folderId !== undefined && folderId !== source.folder_id) await move(trx, who, source, folderId);
  if ('url' in ofUrl) await requestReading(trx, id);
  const before = { name: source.name, url: source.url, refresh: source.refresh, folder: source.folder_id };
  const after = {
    name: name ?? before.name,
    url: url ?? before.url,
    refresh: often ?? before.refresh,
    folder: folderId === undefined ? before.folder : folderId,
  };
  await record(trx, { action: 'knowledge_source.changed', target: { id, name: after.name }, before, after });
}

/**
 * Agents that have one of the two folders follow. What comes into a folder is as the folder is; what leaves one keeps
 * the owner, for them alone.
 */
async function move(
  trx: Trx,
  who: Who,
  source: { id: string; folder_id: string | null },
  folderId: string | null,
): Promise<void> {
  const folder = folderId === null ? null : await lockFolder(trx, who, folderId);
  const { owner_id: ownerId } =
    folder ??
    (await trx
      .selectFrom('knowledge_sources')
      .where('id', '=', source.id)
      .select('owner_id')
      .executeTakeFirstOrThrow());
  await nameAnew(trx, 'knowledge_source', { organizationId: who.organizationId, id: source.id }, nobody);
  await trx
    .updateTable('knowledge_sources')
    .set({ folder_id: folderId, owner_id: ownerId, access: 'private' })
    .where('id', '=', source.id)
    .execute();
  await followKnowledge(trx, [
    source.id,
    ...(source.folder_id === null ? [] : [source.folder_id]),
    ...(folderId === null ? [] : [folderId]),
  ]);
}

/** Counts the pages fetched when a source is refreshed: itself, or those in it. */
export async function countPages(trx: Trx, id: string): Promise<number> {
  const { pages } = await trx
    .selectFrom('knowledge_sources')
    .where((is) => is.or([is('id', '=', id), is('folder_id', '=', id)]))
    .where('url', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('pages'))
    .executeTakeFirstOrThrow();
  return Number(pages);
}

/** Requests a refresh of a source; for a folder, of everything in it. */
export async function refreshSource(trx: Trx, who: Who, id: string): Promise<void> {
  const source = await lockSource(trx, who, id);
  await record(trx, { action: 'knowledge_source.refreshed', target: { id, name: source.name } });
  if (source.kind !== 'folder') return requestReading(trx, id);
  const inside = await trx
    .selectFrom('knowledge_sources')
    .where('folder_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  await requestReadings(
    trx,
    inside.map(({ id: inner }) => inner),
  );
}
