import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { releaseStorage, takeStorage } from '../../platform/limits/storage.ts';
import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import { type Storage, newStorageKey } from '../../platform/storage/storage.ts';
import { ExtractionFailure } from '../extraction/document.ts';
import { type Extraction, extractPassages, extractionOf } from '../extraction/extract.ts';
import { kindOfMediaType } from '../extraction/file-kinds.ts';
import { noteKey } from '../files/noted-bytes.ts';
import { insertPassages } from '../files/repository.ts';
import { requestVectors } from '../files/request-vectors.ts';
import { unreadPagesColumn } from '../files/unread-pages.ts';
import { type Recognition, languagesOf, readRecognizing } from '../recognition/read-recognizing.ts';
import { forgetRecognized } from '../recognition/recognized-pages.ts';
import { fileAdded } from './domain-events.ts';
import { keepVersion } from './versions.ts';
import { type FetchedPage, type CacheValidators, PageFailure, fetchPage } from './web-page.ts';

type Dependencies = {
  db: Database;
  storage: Storage;
  outgoing: Outgoing;
  log: FastifyBaseLogger;
  /** A provider makes vectors: then those of the passages are asked for. */
  hasEmbedder: boolean;
  /** Null if the text of pictures of pages is not recognised. */
  recognition: Recognition | null;
};

/** A source to read, with the columns that identify this reading. */
type SourceToRead = Awaited<ReturnType<typeof findToRead>> & object;
/** The extracted text, and the columns of the file. */
type Read = {
  extracted: Extraction;
  columns: { storage_key: string | null; content?: string; media_type: string; size: number; sha256: string };
  page: CacheValidators | null;
};

/**
 * Creates the job that reads a source: uploaded bytes, or the present content of a web page. Idempotent, also
 * concurrently: the second run finds nothing left to read. If nothing can be read, the previous text is kept, and the
 * source says why.
 */
export function knowledgeReading(deps: Dependencies): JobHandler<JobData['read_knowledge']> {
  const { db, log } = deps;
  return {
    async run({ source: id }, signal) {
      const found = await db.asSystem((trx) => beginReading(trx, id));
      if (found === undefined) return;
      try {
        const read = await readContent(deps, found, signal);
        if (read === 'later') return;
        await db.asTenant(found.organization_id, (trx) =>
          read === null ? endUnchanged(trx, found, deps.hasEmbedder) : endReading(trx, found, read, deps),
        );
      } catch (error) {
        if (!(error instanceof ExtractionFailure) && !(error instanceof PageFailure)) throw error;
        log.info({ source: id, code: error.code, reason: error.message }, 'a source of knowledge could not be read');
        await db.asTenant(found.organization_id, (trx) => fail(trx, found, error.code));
      }
    },
    async giveUp({ source: id }) {
      const found = await db.asSystem((trx) => findToRead(trx, id));
      if (found !== undefined)
        await db.asTenant(found.organization_id, (trx) =>
          fail(trx, found, found.url === null ? 'file_unreadable' : 'address_unreachable'),
        );
    },
  };
}

const findToRead = (trx: Trx, id: string) =>
  trx
    .selectFrom('knowledge_sources')
    .innerJoin('files', 'files.id', 'knowledge_sources.file_id')
    .where('knowledge_sources.id', '=', id)
    .where('requested_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .select([
      'knowledge_sources.id',
      'knowledge_sources.organization_id',
      'knowledge_sources.error_code',
      'file_id',
      'url',
      'etag',
      'last_modified',
      'requested_at',
    ])
    .select([
      'pending_key',
      'pending_media_type',
      'pending_size',
      'pending_sha256',
      'pending_by',
      'storage_key',
      'media_type',
      'size',
      'sha256',
      'files.state',
      'files.name as file_name',
      'content',
    ])
    .executeTakeFirst();

async function beginReading(trx: Trx, id: string): Promise<SourceToRead | undefined> {
  const found = await findToRead(trx, id);
  if (found !== undefined)
    await trx
      .updateTable('knowledge_sources')
      .set({ reading_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
  return found;
}

/** Null: it is what it was. `later`: text on its pages is being recognised, and then it is read. */
async function readContent(
  deps: Dependencies,
  found: SourceToRead,
  signal: AbortSignal,
): Promise<Read | null | 'later'> {
  if (found.url !== null) return readPage(deps, found, found.url, signal);
  const { pending_key, pending_media_type, pending_size, pending_sha256 } = found;
  const isPending =
    pending_key !== null && pending_media_type !== null && pending_size !== null && pending_sha256 !== null;
  const columns = isPending
    ? {
        storage_key: pending_key,
        content: '',
        media_type: pending_media_type,
        size: pending_size,
        sha256: pending_sha256,
      }
    : { storage_key: found.storage_key, media_type: found.media_type, size: found.size, sha256: found.sha256 };
  const kind = kindOfMediaType(columns.media_type);
  if (kind?.kind !== 'document') throw new Error(`The source ${found.id} is ${columns.media_type}, which has no text.`);
  const { organization_id: organizationId, file_id: fileId } = found;
  const storageKey = columns.storage_key;
  const outcome = await readRecognizing(
    deps,
    {
      format: kind.format,
      load: () => bytesOf(deps, found, storageKey),
      of: fileId === null || storageKey === null ? null : { fileId, organizationId, storageKey },
      lock: (trx) => isStillThis(trx, found),
    },
    { lane: 'background', organizationId, signal },
  );
  return outcome === null ? 'later' : { extracted: extractionOf(outcome), columns, page: null };
}

async function bytesOf(
  { storage }: Dependencies,
  { id, content }: SourceToRead,
  key: string | null,
): Promise<Uint8Array> {
  if (key === null) return Buffer.from(content, 'utf8');
  const stored = await storage.get(key);
  if (stored === null) throw new Error(`The bytes of the source ${id} are not in the storage.`);
  return buffer(stored);
}

async function readPage(
  deps: Dependencies,
  found: SourceToRead,
  url: string,
  signal: AbortSignal,
): Promise<Read | null> {
  const known = found.state === 'ready' ? { etag: found.etag, lastModified: found.last_modified } : null;
  const page = await fetchPage(deps.outgoing, { url, organizationId: found.organization_id }, known, signal);
  if (page === null || (found.state === 'ready' && found.sha256 === sumOf(page.bytes))) return null;
  const extracted = await extractPassages(
    { format: page.format, bytes: page.bytes },
    { lane: 'background', organizationId: found.organization_id, signal },
  );
  return { extracted, columns: await keepPage(deps, found.organization_id, page), page };
}

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Stores the bytes of a page as those of a file. The note of their key removes them again if the reading does not
 * finish.
 */
async function keepPage(
  { db, storage }: Dependencies,
  organizationId: string,
  { bytes, mediaType }: FetchedPage,
): Promise<Read['columns']> {
  const key = newStorageKey();
  try {
    await db.asTenant(organizationId, async (trx) => {
      await takeStorage(trx, { organizationId, key, bytes: bytes.length });
      await noteKey(trx, key);
    });
  } catch (error) {
    throw error instanceof ApiError && error.apiCode === 'storage_full'
      ? new PageFailure('storage_full', 'The plan has no room for a web page.', error)
      : error;
  }
  await storage.put(key, [bytes]);
  return { storage_key: key, content: '', media_type: mediaType, size: bytes.length, sha256: sumOf(bytes) };
}

/** Locks the source; false if something newer is to be read, or if it was deleted. */
async function isStillThis(trx: Trx, { id, pending_key, requested_at, url }: SourceToRead): Promise<boolean> {
  const row = await trx
    .selectFrom('knowledge_sources')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['pending_key', 'requested_at', 'url'])
    .forUpdate()
    .executeTakeFirst();
  return (
    row !== undefined &&
    row.pending_key === pending_key &&
    row.url === url &&
    row.requested_at?.getTime() === requested_at?.getTime()
  );
}

const nothingToDo = {
  requested_at: null,
  reading_at: null,
  tried_at: sql<Date>`now()`,
  pending_key: null,
  pending_name: null,
  pending_media_type: null,
  pending_size: null,
  pending_sha256: null,
  pending_by: null,
};

/** Ends a reading without a change; an indexing that failed is retried. */
async function endUnchanged(trx: Trx, found: SourceToRead, hasEmbedder: boolean): Promise<void> {
  if (!(await isStillThis(trx, found))) return;
  await trx
    .updateTable('knowledge_sources')
    .set({ ...nothingToDo, refreshed_at: sql<Date>`now()`, error_code: null })
    .where('id', '=', found.id)
    .execute();
  if (hasEmbedder && found.file_id !== null && found.error_code === 'index_failed')
    await requestVectors(trx, [found.file_id]);
}

async function endReading(
  trx: Trx,
  found: SourceToRead,
  { extracted, columns, page }: Read,
  { hasEmbedder, recognition }: Dependencies,
): Promise<void> {
  if (!(await isStillThis(trx, found)) || found.file_id === null) return;
  const { file_id: fileId } = found;
  if (found.pending_key !== null) await keepVersion(trx, found, columns);
  await trx.deleteFrom('passages').where('file_id', '=', fileId).execute();
  await forgetRecognized(trx, fileId);
  await insertPassages(
    trx,
    { id: fileId, organizationId: found.organization_id },
    extracted.passages,
    extracted.tokenizerVersion,
  );
  const names = await trx
    .updateTable('knowledge_sources')
    .set((is) => ({
      ...nothingToDo,
      error_code: null,
      refreshed_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
      etag: page?.etag ?? null,
      last_modified: page?.lastModified ?? null,
      name: sql<string>`case when ${is.ref('is_named_by_page')} then coalesce(${extracted.title}, name) else coalesce(pending_name, name) end`,
    }))
    .where('id', '=', found.id)
    .returning('name')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('files')
    .set({
      ...columns,
      name: names.name,
      state: 'ready',
      error_code: null,
      unread_pages: unreadPagesColumn(extracted.unreadPages),
      recognized_with: languagesOf(recognition),
      indexed_model: null,
    })
    .where('id', '=', fileId)
    .execute();
  if (found.state !== 'ready')
    await fileAdded.publish(trx, { organizationId: found.organization_id, sourceId: found.id });
  // The row names the bytes of a page now, and they count with it.
  if (columns.storage_key !== null) await releaseStorage(trx, columns.storage_key);
  if (hasEmbedder) await requestVectors(trx, [fileId]);
}

/** Records a failed reading: earlier content is kept and the source says why; without any, the source has failed. */
async function fail(trx: Trx, found: SourceToRead, code: ErrorCode): Promise<void> {
  if (!(await isStillThis(trx, found))) return;
  await trx
    .updateTable('knowledge_sources')
    .set({ ...nothingToDo, error_code: code })
    .where('id', '=', found.id)
    .execute();
  if (found.file_id === null) return;
  await forgetRecognized(trx, found.file_id);
  await trx
    .updateTable('files')
    .set({ state: 'failed', error_code: code })
    .where('id', '=', found.file_id)
    .where('state', '<>', 'ready')
    .execute();
}
