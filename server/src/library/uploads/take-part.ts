import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { newStorageKey } from '../../platform/storage/storage.ts';
import { noteKey, noteBytes } from '../files/noted-bytes.ts';
import { bytesOfPart, lockUpload, touchUpload } from './repository.ts';

type Part = {
  uploadId: string;
  number: number;
  /** As the browser has counted it. */ sum: string | undefined;
  content: AsyncIterable<Uint8Array>;
};

/**
 * Keeps one part as a file of its own in the storage: any process may take the next one in. The same part a second time
 * changes nothing.
 */
export async function takePart(
  { db, storage }: Pick<FastifyInstance, 'db' | 'storage'>,
  caller: Caller,
  { uploadId, number, sum, content }: Part,
) {
  const { organizationId } = caller;
  const key = newStorageKey();
  const expected = await db.asTenant(organizationId, async (trx) => {
    const upload = await lockUpload(trx, caller, uploadId);
    const bytes = bytesOfPart(upload.size, number);
    if (bytes === null)
      throw new ApiError('validation_failed', {
        issues: [{ path: 'params.number', message: 'The file has no such part.' }],
      });
    await noteKey(trx, key);
    return bytes;
  });
  const hash = createHash('sha256');
  let size = 0;
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const chunk of noteBytes({ db, organizationId, key }, content)) {
      size += chunk.length;
      if (size > expected) throw new ApiError('body_too_large');
      hash.update(chunk);
      yield chunk;
    }
  }
  await storage.put(key, watched());
  const sha256 = hash.digest('hex');
  const isKept = await db
    .asTenant(organizationId, async (trx) => {
      if (size !== expected || (sum !== undefined && sum !== sha256)) throw new ApiError('part_altered');
      const upload = await lockUpload(trx, caller, uploadId);
      const before = await trx
        .selectFrom('upload_parts')
        .where('upload_id', '=', uploadId)
        .where('number', '=', number)
        .select('sha256')
        .executeTakeFirst();
      if (before?.sha256 === sha256) return false;
      if (before !== undefined || upload.is_joining || upload.made_id !== null) throw new ApiError('conflict');
      await trx
        .insertInto('upload_parts')
        .values({ upload_id: uploadId, organization_id: organizationId, number, storage_key: key, sha256 })
        .execute();
      await touchUpload(trx, upload);
      return true;
    })
    .catch(async (error: unknown) => {
      await storage.delete(key);
      throw error;
    });
  if (!isKept) await storage.delete(key);
  return { number, sha256 };
}
