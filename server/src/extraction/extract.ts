import { Worker } from 'node:worker_threads';
import { onceOfKind } from '../thread-message.ts';
import { ExtractionFailure } from './document.ts';
import type { ExtractionOutcome, ExtractionTask, FromExtraction, ReadPassage } from './extract-worker.ts';

/** What reading one file may take. */
export type ExtractionLimits = {
  readonly timeMs: number;
  /** Megabytes of objects. */
  readonly heapMegabytes: number;
  /** Bytes of buffers, which the heap's limit does not count: what a stream of a PDF inflates to. */
  readonly bufferBytes: number;
};

const defaultLimits: ExtractionLimits = { timeMs: 90_000, heapMegabytes: 512, bufferBytes: 600_000_000 };
/** A stream inflates to some 30 MB in this time. */
const lookEveryMs = 100;

export type Extracted = { readonly passages: readonly ReadPassage[]; readonly tokenizerVersion: number; /** What a web page calls itself. */ readonly title: string | null };

/**
 * The text of a document as passages with their tokens, in order. Throws an ExtractionFailure for what cannot be read
 * and for what takes more time or memory than a file may; the signal's reason when it is aborted.
 */
export async function extractPassages(task: ExtractionTask, signal: AbortSignal, limits: ExtractionLimits = defaultLimits): Promise<Extracted> {
  signal.throwIfAborted();
  const outcome = await inThread(task, signal, limits);
  if (!outcome.ok) throw new ExtractionFailure(outcome.code, outcome.reason);
  return outcome;
}

function inThread(task: ExtractionTask, signal: AbortSignal, limits: ExtractionLimits): Promise<ExtractionOutcome> {
  const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    // What a library prints about a file is nobody's business.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  });
  return new Promise<ExtractionOutcome>((resolve, reject) => {
    const tooComplex = (reason: string) => resolve({ ok: false, code: 'file_too_complex', reason });
    const late = setTimeout(() => tooComplex(`It took longer than ${limits.timeMs} ms.`), limits.timeMs);
    const look = setInterval(() => {
      // Rejects where the thread has just ended, which says so itself.
      worker.getHeapStatistics().then(({ external_memory: bytes }) => bytes > limits.bufferBytes && tooComplex(`It took ${bytes} bytes of buffers.`), () => undefined);
    }, lookEveryMs);
    const aborted = () => reject(signal.reason as Error); // whoever aborts gives an error, and so does AbortController itself
    signal.addEventListener('abort', aborted, { once: true });
    onceOfKind<FromExtraction>(worker, 'outcome', ({ outcome }) => resolve(outcome));
    worker.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex('It took more memory than a file may.') : reject(error)));
    worker.once('exit', (code) => reject(new Error(`The thread that reads a file ended by itself (exit code ${code}).`)));
    worker.once('exit', () => {
      clearTimeout(late);
      clearInterval(look);
      signal.removeEventListener('abort', aborted);
    });
  }).finally(() => worker.terminate());
}
