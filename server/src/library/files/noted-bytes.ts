import { performance } from 'node:perf_hooks';
import type { Database, Trx } from '../../platform/db/database.ts';

/** The interval of renewals, well below the hour after which unnamed bytes are deleted from the storage. */
const renewedEveryMs = 10 * 60_000;

/** Notes a key before its first byte is written: if no row ever names it, the sweep deletes its bytes. */
export async function noteKey(trx: Trx, key: string): Promise<void> {
  await trx.insertInto('storage_leftovers').values({ key }).execute();
}

type Writing = { readonly db: Database; readonly organizationId: string; readonly key: string };

/**
 * Passes the bytes through, renewing the note of the key, so that the sweep never takes an object still being written,
 * however long that takes.
 */
export async function* noteBytes(
  { db, organizationId, key }: Writing,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let noted = performance.now();
  for await (const piece of content) {
    if (performance.now() - noted >= renewedEveryMs) {
      await db.asTenant(organizationId, (trx) => noteKey(trx, key));
      noted = performance.now();
    }
    yield piece;
  }
}
