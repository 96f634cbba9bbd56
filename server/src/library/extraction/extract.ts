import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import { type ThreadLimits, ThreadLimitReached } from '../../platform/threads/in-thread.ts';
import { type ReadingFor, readInThread } from '../../platform/threads/reading.ts';
import { ExtractionFailure } from './document.ts';
import type { ExtractionOutcome, ExtractionTask, ReadPassage } from './read-document.ts';

/** The limits for reading one file. */
const defaultLimits: ThreadLimits = { timeMs: 90_000, heapMegabytes: 512, bufferBytes: 600_000_000 };

export type Extraction = {
  readonly passages: readonly ReadPassage[];
  readonly tokenizerVersion: number;
  /** The title of a web page. */
  readonly title: string | null;
  /** The pages that could not be read; null for a format that does not know them. */
  readonly unreadPages: UnreadPages | null;
};

/** Returns the text of an outcome. Throws the ExtractionFailure that it is without one. */
export function extractionOf(outcome: ExtractionOutcome): Extraction {
  if (!outcome.ok) throw new ExtractionFailure(outcome.code, outcome.reason);
  return outcome;
}

/**
 * Extracts the text of a document as passages with their tokens, in order. Throws an ExtractionFailure for an
 * unreadable file and one that takes more time or memory than allowed, PlacesFull if too many wait, and the signal's
 * reason when it is aborted.
 */
export async function extractPassages(
  task: ExtractionTask,
  reading: ReadingFor,
  limits: ThreadLimits = defaultLimits,
): Promise<Extraction> {
  return extractionOf(await readFile(task, reading, limits));
}

/**
 * Reads a document: with its passages, or the reason why there are none, and the pages that are pictures. Throws as
 * extractPassages does for one that takes too much.
 */
export async function readFile(
  task: ExtractionTask,
  reading: ReadingFor,
  limits: ThreadLimits = defaultLimits,
): Promise<ExtractionOutcome> {
  try {
    return await readInThread<ExtractionOutcome>(
      {
        kind: 'document',
        file: new URL('./extract-worker.ts', import.meta.url),
        task,
        bytes: task.bytes.byteLength,
        limits,
      },
      reading,
    );
  } catch (error) {
    throw error instanceof ThreadLimitReached ? new ExtractionFailure('file_too_complex', error.message, error) : error;
  }
}
