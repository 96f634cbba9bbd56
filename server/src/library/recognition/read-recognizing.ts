import type { Database, Trx } from '../../platform/db/database.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { ReadingFor } from '../../platform/threads/reading.ts';
import { readFile } from '../extraction/extract.ts';
import type { DocumentFormat } from '../extraction/file-kinds.ts';
import type { ExtractionOutcome } from '../extraction/read-document.ts';
import { type FileOfPages, findRecognized, requestRecognition } from './recognized-pages.ts';
import type { Recognizer } from './recognizer.ts';

/** Text recognition as the operator has set it. */
export type Recognition = {
  readonly recognizer: Recognizer;
  /** Tesseract's codes of the languages. */
  readonly languages: readonly string[];
  /** The most pages of a file whose text is recognised. */
  readonly pagesAtMost: number;
};

/** The value of files.recognized_with: pages that had no text are tried again with other languages. */
export const languagesOf = (recognition: Recognition | null): string | null => recognition?.languages.join('+') ?? null;

type Dependencies = { readonly db: Database; readonly recognition: Recognition | null };
type Document = {
  readonly format: DocumentFormat;
  readonly load: () => Promise<Uint8Array>;
  /** Null if its bytes are not stored. */
  readonly of: FileOfPages | null;
  /** Locks what is being read; false if it is not any more. */
  readonly lock: (trx: Trx) => Promise<boolean>;
};

/**
 * Reads a document together with the text on pictures of its pages. Null if that has to be recognised first: the job
 * which does so requests the reading again.
 */
export async function readRecognizing(
  { db, recognition }: Dependencies,
  { format, load, of, lock }: Document,
  reading: ReadingFor,
): Promise<ExtractionOutcome | null> {
  if (recognition === null || of === null || format !== 'pdf')
    return readFile({ format, bytes: await load() }, reading);
  const known = await db.asTenant(of.organizationId, (trx) => findRecognized(trx, of));
  if (known?.isComplete === false) {
    // Its job may have ended, as when a source was deleted meanwhile and restored.
    await db.asTenant(of.organizationId, (trx) =>
      requestJob(trx, 'recognize_pages', { file: of.fileId }, of.organizationId),
    );
    return null;
  }
  const outcome = await readFile({ format, bytes: await load(), recognized: known?.texts ?? new Map() }, reading);
  if (known !== null || outcome.unread.length === 0) return outcome;
  await db.asTenant(of.organizationId, async (trx) => {
    if (await lock(trx)) await requestRecognition(trx, of, outcome.unread.slice(0, recognition.pagesAtMost));
  });
  return null;
}
