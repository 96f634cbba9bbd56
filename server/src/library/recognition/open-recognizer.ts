import { LastingThreads } from '../../platform/threads/lasting-threads.ts';
import { findLanguageData, groupLanguages } from './language-data.ts';
import type { PageOutcome } from './recognition-worker.ts';
import { type PictureOfPage, type Recognizer, RecognizerUnavailable } from './recognizer.ts';

/** Limits of the thread: of one page, of its heap and buffers, and of idling. */
export type RecognizerLimits = {
  readonly timeMs: number;
  readonly heapMegabytes: number;
  readonly bufferBytes: number;
  readonly idleMs: number;
};

const defaultLimits: RecognizerLimits = {
  timeMs: 120_000,
  heapMegabytes: 256,
  bufferBytes: 600_000_000,
  idleMs: 60_000,
};

export type RecognizerSettings = {
  /** As Tesseract names them, such as `eng` or `chi_tra`. */
  readonly languages: readonly string[];
  /** A folder with data that is preferred to that of the packages. */
  readonly dataFolder?: string | undefined;
};

/** Thrown if a page cannot be shown: the file is damaged or encrypted, or has no such page. */
export class PageUnreadable extends Error {
  override name = 'PageUnreadable';
}

/**
 * Opens the recogniser of this process. It has one thread, which loads Tesseract and PDFium with the first page and
 * ends when nobody asks. Throws LanguageDataMissing.
 */
export function openRecognizer(
  { languages, dataFolder }: RecognizerSettings,
  limits: RecognizerLimits = defaultLimits,
  file: URL = new URL('./recognition-worker.ts', import.meta.url),
): Recognizer {
  const workerData = groupLanguages(findLanguageData(languages, dataFolder));
  const threads = new LastingThreads<PictureOfPage, PageOutcome>({ file, atOnce: 1, workerData, ...limits });
  const closing = new AbortController();
  return {
    async recognize(page, { organizationId, signal }) {
      const either = AbortSignal.any([signal, closing.signal]);
      const outcome = await threads.ask(page, { organizationId, signal: either });
      if ('text' in outcome) return outcome.text;
      throw outcome.fault === 'page' ? new PageUnreadable(outcome.reason) : new RecognizerUnavailable(outcome.reason);
    },
    async close() {
      closing.abort(new RecognizerUnavailable('The recogniser is closed.'));
      await threads.end();
    },
  };
}
