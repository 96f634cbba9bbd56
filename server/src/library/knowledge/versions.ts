import { type FileVersion, versionsAtMost } from '@parlance/shared/contract/api/file-manager';
import { sql } from 'kysely';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Pending, columnsOf, requestReading } from './add.ts';
import { lockSource, nameOf } from './repository.ts';
import type { Who } from './visible.ts';

/** A file before something else is put in its place. */
type Before = {
  readonly id: string;
  readonly organization_id: string;
  readonly file_name: string;
  readonly media_type: string;
  readonly size: number;
  readonly sha256: string;
  readonly storage_key: string | null;
  readonly content: string;
  readonly state: string;
  readonly pending_by: string | null;
};

/**
 * Keeps what a file was, in the transaction that puts `after` in its place. What was never read is nobody's version,
 * nor is what is the same; a version that is put in its place again is none any more. Of too many the oldest go, unless
 * they are held.
 */
export async function keepVersion(
  trx: Trx,
  { id, organization_id, file_name, media_type, size, sha256, storage_key, content, state, pending_by }: Before,
  after: { storage_key: string | null; sha256: string },
): Promise<void> {
  if (state !== 'ready') return;
  await trx
    .deleteFrom('file_versions')
    .where('source_id', '=', id)
    .where('storage_key', '=', after.storage_key)
    .execute();
  if (sha256 === after.sha256) return;
  await trx
    .insertInto('file_versions')
    .values({
      organization_id,
      source_id: id,
      name: file_name,
      media_type,
      size,
      sha256,
      storage_key,
      content,
      replaced_by: pending_by,
    })
    .execute();
  const tooMany = trx
    .selectFrom('file_versions')
    .where('source_id', '=', id)
    .orderBy('replaced_at', 'desc')
    .orderBy('id', 'desc')
    .offset(versionsAtMost)
    .select('id');
  const isFree = sql<boolean>`not exists (select from knowledge_sources where knowledge_sources.id = file_versions.source_id and is_held(knowledge_sources.organization_id, knowledge_sources.owner_id))`;
  await trx.deleteFrom('file_versions').where('id', 'in', tooMany).where(isFree).execute();
}

/** Returns the previous versions of a source, newest first. */
export async function findVersions(trx: Trx, sourceId: string): Promise<FileVersion[]> {
  const rows = await trx
    .selectFrom('file_versions')
    .where('source_id', '=', sourceId)
    .orderBy('replaced_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'name', 'size', 'replaced_at', nameOf(sql`file_versions.replaced_by`).as('replaced_by')])
    .execute();
  return rows.map(({ replaced_at, ...row }) => ({ ...row, replaced_at: replaced_at.toISOString() }));
}

type VersionKey = { readonly sourceId: string; readonly versionId: string };

/** Returns a version with the place of its bytes. Throws not_found. Check first that the caller may see its source. */
export async function findVersion(trx: Trx, { sourceId, versionId }: VersionKey) {
  const found = await trx
    .selectFrom('file_versions')
    .where('id', '=', versionId)
    .where('source_id', '=', sourceId)
    .selectAll()
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  return found;
}

/** Has a version read in place of what a source is now. `pending`: its bytes, which the version keeps until then. */
export async function restoreVersion(
  trx: Trx,
  who: Who,
  { sourceId, versionId }: VersionKey,
  pending: Pending,
): Promise<void> {
  const source = await lockSource(trx, who, sourceId);
  const version = await findVersion(trx, { sourceId, versionId });
  await record(trx, {
    action: 'knowledge_source.version_restored',
    target: { id: sourceId, name: source.name },
    after: { name: version.name, bytes: version.size, checksum: version.sha256 },
  });
  await trx
    .updateTable('knowledge_sources')
    .set({
      ...columnsOf(pending),
      pending_name: version.name,
      pending_by: who.memberId,
      content_revision: source.content_revision + 1,
    })
    .where('id', '=', sourceId)
    .execute();
  await requestReading(trx, sourceId);
}
