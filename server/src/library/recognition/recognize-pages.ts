import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { PlacesFull } from '../../platform/threads/places.ts';
import type { Recognition } from './read-recognizing.ts';
import { type FileOfPages, findNextPage, giveUpPages, requestReadingOf, storeRecognized } from './recognized-pages.ts';
import { type Recognizer, RecognizerUnavailable } from './recognizer.ts';

type Dependencies = {
  readonly db: Database;
  readonly storage: Storage;
  readonly log: FastifyBaseLogger;
  readonly recognition: Recognition | null;
};

/** The length of a turn: then the job requests itself again, behind those of others. */
const turnMs = 20_000;

/**
 * Creates the job that recognises the text of a file's pages, some at a time. Each page is stored as soon as it is
 * known, so that a repeated run goes on; behind the last one the reading of the file is requested.
 */
export function pageRecognizing(
  { db, storage, log, recognition }: Dependencies,
  turn: number = turnMs,
): JobHandler<JobData['recognize_pages']> {
  const end = (file: Pick<FileOfPages, 'fileId' | 'organizationId'>) =>
    db.asTenant(file.organizationId, async (trx) => {
      await giveUpPages(trx, file.fileId);
      await requestReadingOf(trx, file);
    });
  return {
    async run({ file: id }, signal) {
      const until = performance.now() + turn;
      let loaded: { readonly key: string; readonly pdf: Uint8Array } = { key: '', pdf: new Uint8Array() };
      for (;;) {
        const next = await db.asSystem((trx) => findNextPage(trx, id));
        if (next === undefined) return;
        // Behind the last page, or where recognition was turned off meanwhile.
        if (next.text !== null || recognition === null) return end(next);
        if (loaded.key !== next.storageKey)
          loaded = { key: next.storageKey, pdf: await load(storage, next.storageKey) };
        const text = await recognize(recognition.recognizer, loaded.pdf, next);
        const isOver = performance.now() > until;
        await db.asTenant(next.organizationId, async (trx) => {
          await storeRecognized(trx, next, text);
          if (isOver) await requestJob(trx, 'recognize_pages', { file: id }, next.organizationId);
        });
        if (isOver) return;
      }

      async function recognize(recognizer: Recognizer, pdf: Uint8Array, { page, organizationId }: Page) {
        try {
          return await recognizer.recognize({ pdf, page }, { organizationId, signal });
        } catch (error) {
          const isOfPage = !(error instanceof PlacesFull || error instanceof RecognizerUnavailable);
          if (signal.aborted || !isOfPage) throw error;
          // The others are still worth it.
          log.warn({ file: id, page, err: error }, 'the text of a page could not be recognised');
          return '';
        }
      }
    },
    async giveUp({ file: id }) {
      const next = await db.asSystem((trx) => findNextPage(trx, id));
      if (next !== undefined) await end(next);
    },
  };
}

type Page = FileOfPages & { readonly page: number };

/** Loads the bytes of a file into memory that is shared with the thread. */
async function load(storage: Storage, key: string): Promise<Uint8Array> {
  const content = await storage.get(key);
  if (content === null) throw new Error('The bytes of a file whose text is to be recognised are not in the storage.');
  const bytes = await buffer(content);
  const pdf = new Uint8Array(new SharedArrayBuffer(bytes.length));
  pdf.set(bytes);
  return pdf;
}
