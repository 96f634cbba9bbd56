import { performance } from 'node:perf_hooks';
import type { Database, Trx } from '../../platform/db/database.ts';

/** Well below the hour after which bytes that no row names are taken out of the storage. */
const renewedEveryMs = 10 * 60_000;

/**
 * Notes a key before the first byte is written under it: where no row ever names it, the sweep takes its bytes away.
 */
export async function noteKey(trx: Trx, key: string): Promise<void> {
  await trx.insertInto('storage_leftovers').values({ key }).execute();
}

type Writing = { readonly db: Database; readonly organizationId: string; readonly key: string };

/**
 * The same bytes. While they come the key is noted anew, so that the sweep never takes what is still being written,
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
