import type { FastifyBaseLogger } from 'fastify';
import { noteKey } from '../../../library/files/noted-bytes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { releaseStorage, takeStorage } from '../../../platform/limits/storage.ts';
import { type Storage, newStorageKey } from '../../../platform/storage/storage.ts';
import type { ResultContent } from '../kinds/tool-source.ts';
import type { KeptContent } from './repository.ts';

export type KeepingContents = { readonly db: Database; readonly storage: Storage; readonly log: FastifyBaseLogger };

/** The contents that were kept, and a line about those that were not; empty if all were. */
export type Keeping = { readonly kept: readonly KeptContent[]; readonly notice: string };

/**
 * Reserves room of the plan for the bytes of contents and writes them, before a row names them. What there is no room
 * for, and what cannot be written, is not kept: the call was made, and its result stays.
 */
export async function keepContents(
  { db, storage, log }: KeepingContents,
  organizationId: string,
  contents: readonly ResultContent[],
): Promise<Keeping> {
  if (contents.length === 0) return { kept: [], notice: '' };
  const keys = await db.asTenant(organizationId, async (trx) => {
    const taken: (string | null)[] = [];
    for (const content of contents) {
      if (content.type === 'link') {
        taken.push(null);
        continue;
      }
      const key = newStorageKey();
      try {
        await takeStorage(trx, { organizationId, key, bytes: content.bytes.length });
        await noteKey(trx, key);
        taken.push(key);
      } catch (error) {
        if (!(error instanceof ApiError) || error.apiCode !== 'storage_full') throw error;
        taken.push(null);
      }
    }
    return taken;
  });
  const kept: KeptContent[] = [];
  const lost: ResultContent[] = [];
  for (const [at, content] of contents.entries()) {
    const key = keys[at] ?? null;
    if (content.type === 'link') kept.push({ content, key: null });
    else if (key === null) lost.push(content);
    else if (await isWritten(storage, key, content.bytes, log)) kept.push({ content, key });
    else {
      lost.push(content);
      await db.asTenant(organizationId, (trx) => releaseStorage(trx, key));
    }
  }
  return { kept, notice: noticeOf(lost) };
}

async function isWritten(storage: Storage, key: string, bytes: Buffer, log: FastifyBaseLogger): Promise<boolean> {
  try {
    await storage.put(key, [bytes]);
    return true;
  } catch (error) {
    log.error({ err: error, key }, 'bytes of the result of a call could not be stored');
    return false;
  }
}

function noticeOf(lost: readonly ResultContent[]): string {
  if (lost.length === 0) return '';
  const named = lost.map(({ type, name }) => (name === '' ? type : name));
  return `[not kept, as there is no room for it: ${named.join(', ')}]`;
}
