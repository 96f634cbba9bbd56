import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { ExtractionFailure, type ExtractionCode } from '../extraction/document.ts';
import { extractionOf } from '../extraction/extract.ts';
import { kindOfMediaType } from '../extraction/file-kinds.ts';
import { type Recognition, languagesOf, readRecognizing } from '../recognition/read-recognizing.ts';
import { forgetRecognized } from '../recognition/recognized-pages.ts';
import { insertPassages, lockFileBeingRead } from './repository.ts';
import { requestVectors } from './request-vectors.ts';
import { unreadPagesColumn } from './unread-pages.ts';

type Dependencies = {
  db: Database;
  storage: Storage;
  log: FastifyBaseLogger;
  /** True if a provider makes vectors: then those of the passages are requested. */
  hasEmbedder: boolean;
  /** Null if the text of pictures of pages is not recognised. */
  recognition: Recognition | null;
};

/**
 * Creates the job that extracts the text of an uploaded file. Idempotent, also concurrently: the second run finds that
 * the file is no longer being read. An unreadable file fails at once; an unavailable storage or database is retried.
 */
export function fileReading({
  db,
  storage,
  log,
  hasEmbedder,
  recognition,
}: Dependencies): JobHandler<JobData['read_file']> {
  const fail = async (fileId: string, code: ExtractionCode) => {
    await db.asSystem(async (trx) => {
      await forgetRecognized(trx, fileId);
      await trx
        .updateTable('files')
        .set({ state: 'failed', error_code: code })
        .where('id', '=', fileId)
        .where('state', '=', 'reading')
        .execute();
    });
  };
  const bytesOf = async (fileId: string, key: string): Promise<Uint8Array> => {
    const content = await storage.get(key);
    if (content === null) throw new Error(`The bytes of the file ${fileId} are not in the storage.`);
    return buffer(content);
  };
  return {
    async run({ file: id }, signal) {
      const found = await db.asSystem((trx) =>
        trx
          .selectFrom('files')
          .where('id', '=', id)
          .where('state', '=', 'reading')
          .select(['organization_id', 'storage_key', 'media_type'])
          .executeTakeFirst(),
      );
      if (found === undefined || found.storage_key === null) return;
      const kind = kindOfMediaType(found.media_type);
      if (kind?.kind !== 'document') throw new Error(`The file ${id} is ${found.media_type}, which has no text.`);
      const { organization_id: organizationId, storage_key: storageKey } = found;
      try {
        const outcome = await readRecognizing(
          { db, recognition },
          {
            format: kind.format,
            load: () => bytesOf(id, storageKey),
            of: { fileId: id, organizationId, storageKey },
            lock: (trx) => lockFileBeingRead(trx, id),
          },
          { lane: 'background', organizationId, signal },
        );
        if (outcome === null) return;
        const { passages, tokenizerVersion, unreadPages } = extractionOf(outcome);
        await db.asTenant(organizationId, async (trx) => {
          if (!(await lockFileBeingRead(trx, id))) return;
          await insertPassages(trx, { id, organizationId }, passages, tokenizerVersion);
          await forgetRecognized(trx, id);
          await trx
            .updateTable('files')
            .set({
              state: 'ready',
              unread_pages: unreadPagesColumn(unreadPages),
              recognized_with: languagesOf(recognition),
            })
            .where('id', '=', id)
            .execute();
          if (hasEmbedder) await requestVectors(trx, [id]);
        });
      } catch (error) {
        if (!(error instanceof ExtractionFailure)) throw error;
        log.info({ file: id, code: error.code, reason: error.message }, 'a file could not be read');
        await fail(id, error.code);
      }
    },
    giveUp: ({ file }) => fail(file, 'file_unreadable'),
  };
}
