import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { reindexOneFile } from './repository.ts';

type Dependencies = { db: Database; log: FastifyBaseLogger };

/**
 * Re-tokenises passages of an older tokenizer, file by file, in the background: until then they are searched as they
 * are. The returned handle stops it behind the file under way.
 */
export function startReindexing({ db, log }: Dependencies): { close(): Promise<void> } {
  let closed = false;
  const work = async () => {
    let files = 0;
    while (!closed && (await db.asSystem(reindexOneFile))) files++;
    if (files > 0) log.info({ files }, 'files were made searchable anew');
  };
  const working = work().catch((error: unknown) =>
    log.error({ err: error }, 'files could not be made searchable anew; the next start tries again'),
  );
  return {
    async close() {
      closed = true;
      await working;
    },
  };
}
