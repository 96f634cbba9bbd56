import { createHash } from 'node:crypto';
import type { KnowledgeRefresh } from '@parlance/shared/contract/api/knowledge/knowledge';
import { type Insertable, sql } from 'kysely';
import { requireRoomForOne } from '../../people/privileges/owned.ts';
import type { Trx } from '../../platform/db/database.ts';
import { requestJobs } from '../../platform/jobs/request-job.ts';
import type { KeptFile } from '../files/keep-file.ts';
import { followKnowledge } from './agents.ts';
import { lockFolder } from './repository.ts';
import type { KnowledgeTables } from './tables.ts';
import type { Who } from './visible.ts';

type Place = { name: string; folderId: string | undefined };
/** Bytes in the storage that are to be read. */
export type Pending = KeptFile & { mediaType: string };

export async function addFolder(trx: Trx, who: Who, name: string): Promise<string> {
  await requireRoomForOne(trx, who, 'knowledge_sources');
  return insertSource(trx, { organization_id: who.organizationId, owner_id: who.memberId, kind: 'folder', name });
}

/** A file or a text whose bytes are in the storage; it is read in the background. */
export async function addBytes(
  trx: Trx,
  who: Who,
  { name, folderId, kind, pending }: Place & { kind: 'file' | 'text'; pending: Pending },
): Promise<string> {
  const fileId = await insertUnread(trx, who, name, pending.mediaType);
  return addRead(trx, who, folderId, { kind, name, file_id: fileId, ...columnsOf(pending) });
}

/** A web page; it is fetched in the background. Without a name of its own it is called as the page calls itself. */
export async function addPage(
  trx: Trx,
  who: Who,
  { name, folderId, url, refresh, isNamed }: Place & { url: string; refresh: KnowledgeRefresh; isNamed: boolean },
): Promise<string> {
  const fileId = await insertUnread(trx, who, name, 'text/html');
  return addRead(trx, who, folderId, {
    kind: 'web-page',
    name,
    file_id: fileId,
    url,
    refresh,
    is_named_by_page: !isNamed,
  });
}

/** Asks for sources to be read: what is pending, what their address has, or once more what could not be read. */
export async function requestReadings(trx: Trx, sourceIds: readonly string[]): Promise<void> {
  if (sourceIds.length === 0) return;
  const sources = await trx
    .updateTable('knowledge_sources')
    .set({ requested_at: sql<Date>`now()`, reading_at: null })
    .where('id', 'in', sourceIds)
    .returning(['id', 'organization_id', 'url'])
    .execute();
  const jobs = (are: typeof sources) =>
    are.map(({ id: source, organization_id: organizationId }) => ({ data: { source }, organizationId }));
  await requestJobs(trx, 'read_knowledge', jobs(sources.filter(({ url }) => url === null)));
  await requestJobs(trx, 'fetch_page', jobs(sources.filter(({ url }) => url !== null)));
}

export const requestReading = (trx: Trx, sourceId: string): Promise<void> => requestReadings(trx, [sourceId]);

export const columnsOf = ({ key, mediaType, size, sha256 }: Pending) => ({
  pending_key: key,
  pending_media_type: mediaType,
  pending_size: size,
  pending_sha256: sha256,
});

async function addRead(
  trx: Trx,
  who: Who,
  folderId: string | undefined,
  source: Omit<NewSource, 'organization_id' | 'owner_id'>,
): Promise<string> {
  await requireRoomForOne(trx, who, 'knowledge_sources');
  const folder = folderId === undefined ? null : await lockFolder(trx, who, folderId);
  const id = await insertSource(trx, {
    ...source,
    organization_id: who.organizationId,
    owner_id: folder === null ? who.memberId : folder.owner_id,
    folder_id: folder?.id ?? null,
  });
  if (folder !== null) await followKnowledge(trx, [folder.id]);
  await requestReading(trx, id);
  return id;
}

type NewSource = Insertable<KnowledgeTables['knowledge_sources']>;

async function insertSource(trx: Trx, source: NewSource): Promise<string> {
  const { id } = await trx.insertInto('knowledge_sources').values(source).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The file that bots and citations will name, before anything of it was read. */
async function insertUnread(trx: Trx, { organizationId }: Who, name: string, mediaType: string): Promise<string> {
  const { id } = await trx
    .insertInto('files')
    .values({
      organization_id: organizationId,
      name,
      media_type: mediaType,
      size: 0,
      sha256: sumOfNothing,
      state: 'reading',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const sumOfNothing = createHash('sha256').digest('hex');

type FolderOptions = { organizationId: string; ownerId: string | null; name: string; fileIds: readonly string[] };

/** Makes a folder for the whole organisation of files that are there already, and gives its id. */
export async function addFolderOfFiles(
  trx: Trx,
  { organizationId, ownerId, name, fileIds }: FolderOptions,
): Promise<string> {
  const of = { organization_id: organizationId, owner_id: ownerId, access: 'organization' as const };
  const folderId = await insertSource(trx, { ...of, kind: 'folder', name });
  await addFilesToFolder(trx, folderId, fileIds);
  return folderId;
}

/** Puts files that are there already into a folder. */
export async function addFilesToFolder(trx: Trx, folderId: string, fileIds: readonly string[]): Promise<void> {
  await sql`
    insert into knowledge_sources (organization_id, owner_id, access, kind, name, folder_id, file_id, refreshed_at)
    select folder.organization_id, folder.owner_id, folder.access, 'file', files.name, folder.id, files.id, now()
    from knowledge_sources as folder join files on files.organization_id = folder.organization_id
    where folder.id = ${folderId} and files.id = any(${fileIds}::uuid[])`.execute(trx);
}
