import { createHash } from 'node:crypto';
import type { completeUpload } from '@parlance/shared/contract/api/uploads';
import type { Output } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { releaseStorage } from '../../platform/limits/storage.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Storage, newStorageKey } from '../../platform/storage/storage.ts';
import { findOwnAttachment } from '../attachments/repository.ts';
import { takeIn } from '../attachments/take-in.ts';
import { addKnowledgeFile, replaceKnowledge } from '../knowledge/content-routes.ts';
import { readerOf } from '../knowledge/reader.ts';
import { readSource } from '../knowledge/repository.ts';
import { checkTarget } from './begin.ts';
import { type LockedUpload, findParts, lockUpload, partsOfSize } from './repository.ts';

type CompletedUpload = Output<typeof completeUpload>;
type Part = Awaited<ReturnType<typeof findParts>>[number];

/** Joins the parts of an upload and hands the file over as a small one. Done once: the second time answers the same. */
export async function finishUpload(app: FastifyInstance, caller: Caller, id: string): Promise<CompletedUpload> {
  const { organizationId } = caller;
  const begun = await app.db.asTenant(organizationId, (trx) => beginJoining(app, trx, caller, id));
  if ('made' in begun) return begun.made;
  try {
    return await handOver(app, caller, begun);
  } catch (error) {
    // What cannot be taken in stays so, whoever tries; everything else may be tried again.
    const isHopeless = error instanceof ApiError && hopeless.has(error.statusCode);
    await app.db.asTenant(organizationId, async (trx) => {
      if (isHopeless) await trx.deleteFrom('uploads').where('id', '=', id).execute();
      else await trx.updateTable('uploads').set({ joining_at: null }).where('id', '=', id).execute();
    });
    throw error;
  }
}

const hopeless = new Set([415, 422]);

type Joining = { upload: LockedUpload; key: string; parts: readonly Part[] };

/**
 * Keeps everybody else from it meanwhile. Each try has a key of its own: what a process left that died lies under the
 * one before.
 */
async function beginJoining(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  id: string,
): Promise<{ made: CompletedUpload } | Joining> {
  const upload = await lockUpload(trx, caller, id);
  if (upload.made_id !== null) return { made: await readMade(app, trx, caller, upload, upload.made_id) };
  if (upload.is_joining) throw new ApiError('conflict');
  await checkTarget(trx, caller, upload.name, upload.target);
  const parts = await findParts(trx, id);
  if (parts.length < partsOfSize(upload.size)) throw new ApiError('upload_incomplete');
  const key = newStorageKey();
  await trx
    .updateTable('uploads')
    .set({ key, joining_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('storage_reservations').set({ key }).where('key', '=', upload.key).execute();
  return { upload, key, parts };
}

async function readMade(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  { target }: LockedUpload,
  id: string,
): Promise<CompletedUpload> {
  if (target.kind !== 'attachment')
    return { source: await readSource(trx, readerOf(app, caller), id), attachment: null };
  const attachment = await findOwnAttachment(trx, caller, id);
  if (attachment === undefined) throw new ApiError('not_found');
  return { source: null, attachment };
}

async function handOver(
  app: FastifyInstance,
  caller: Caller,
  { upload, key, parts }: Joining,
): Promise<CompletedUpload> {
  const { name, size, target } = upload;
  const made = async (trx: Trx, id: string) => {
    await trx.updateTable('uploads').set({ made_id: id, joining_at: null }).where('id', '=', upload.id).execute();
    await trx.deleteFrom('upload_parts').where('upload_id', '=', upload.id).execute();
    await releaseStorage(trx, key);
  };
  const file = { name, size, roomAt: key, content: joined(app.storage, parts), made };
  if (target.kind === 'attachment') return { source: null, attachment: await takeIn(app, caller, file) };
  if (target.kind === 'knowledge')
    return { source: await addKnowledgeFile(app, caller, target.folder_id, file), attachment: null };
  return { source: await replaceKnowledge(app, caller, target.source_id, file), attachment: null };
}

/** The bytes of all parts in order, each checked once more: what the storage gives is what was sent. */
async function* joined(storage: Storage, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const { number, storage_key, sha256 } of parts) {
    const content = await storage.get(storage_key);
    if (content === null) throw new Error(`The bytes of part ${number} of an upload are not in the storage.`);
    const hash = createHash('sha256');
    for await (const chunk of content as AsyncIterable<Buffer>) {
      // no encoding is set
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== sha256) throw new Error(`Part ${number} of an upload is not what was sent.`);
  }
}
