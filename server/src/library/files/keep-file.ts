import { createHash } from 'node:crypto';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { releaseStorage, takeStorage } from '../../platform/limits/storage.ts';
import { type Storage, newStorageKey } from '../../platform/storage/storage.ts';
import { ExtractionFailure } from '../extraction/document.ts';
import type { FileKind } from '../extraction/file-kinds.ts';
import { checkContent } from '../extraction/sniff.ts';
import { noteKey, noteBytes } from './noted-bytes.ts';

/** Enough to tell every kind of file, and to find the size of a picture behind what its camera noted. */
const headBytes = 1_048_576;

type Dependencies = { db: Database; storage: Storage };
type Incoming = {
  organizationId: string;
  kind: FileKind;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Null where it is not known before. */ size: number | null;
  /** Where it is to lie, by whoever has taken room for it. */ roomAt?: string | undefined;
};
export type KeptFile = { readonly key: string; readonly size: number; readonly sha256: string };

/** Room is taken in such steps for what does not say before how large it is. */
const stepBytes = 8_000_000;

/**
 * Takes room of the plan for a file, writes its bytes and checks that they are of the kind that they are said to be,
 * then has `insert` write the row that names them: no row names bytes that are not there, and bytes whose row never
 * came are found by the key that was noted before. Throws what is wrong with the file as an ApiError.
 */
export async function keepFile<T>(
  { db, storage }: Dependencies,
  { organizationId, kind, content, size: stated, roomAt }: Incoming,
  insert: (kept: KeptFile) => Promise<T>,
): Promise<T> {
  const key = roomAt ?? newStorageKey();
  await db.asTenant(organizationId, async (trx) => {
    if (roomAt === undefined) await takeStorage(trx, { organizationId, key, bytes: stated ?? 0 });
    await noteKey(trx, key);
  });
  try {
    const { head, size, sha256 } = await keepBytes(
      storage,
      key,
      withinRoom(db, { organizationId, key, taken: stated ?? 0 }, noteBytes({ db, organizationId, key }, content)),
    );
    try {
      await check({ head, size }, kind);
      return await insert({ key, size, sha256 });
    } catch (error) {
      await storage.delete(key);
      throw error;
    }
  } finally {
    if (roomAt === undefined) await db.asTenant(organizationId, (trx) => releaseStorage(trx, key));
  }
}

type Room = { organizationId: string; key: string };

/** The same bytes; more room is taken before those that there is none for yet. */
async function* withinRoom(
  db: Database,
  room: Room & { taken: number },
  content: Incoming['content'],
): AsyncGenerator<Uint8Array> {
  let { taken } = room;
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > taken) taken = await takeMore(db, room, size);
    yield chunk;
  }
}

/** A step more than is needed, so that not every piece asks; where there is no room for it, what is needed. */
async function takeMore(db: Database, { organizationId, key }: Room, size: number): Promise<number> {
  const take = async (bytes: number) => {
    await db.asTenant(organizationId, (trx) => takeStorage(trx, { organizationId, key, bytes }));
    return bytes;
  };
  try {
    return await take(size + stepBytes);
  } catch (error) {
    if (error instanceof ApiError && error.apiCode === 'storage_full') return take(size);
    throw error;
  }
}

async function check({ head, size }: { head: Uint8Array; size: number }, kind: FileKind): Promise<void> {
  try {
    await checkContent(head, kind, head.length === size);
  } catch (error) {
    throw error instanceof ExtractionFailure ? new ApiError(error.code, { cause: error }) : error;
  }
}

async function keepBytes(
  storage: Storage,
  key: string,
  content: Incoming['content'],
): Promise<{ head: Uint8Array; size: number; sha256: string }> {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      if (size < headBytes) head.push(chunk);
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  await storage.put(key, watched());
  return { head: Buffer.concat(head), size, sha256: hash.digest('hex') };
}
