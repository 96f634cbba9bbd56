import { Worker } from 'node:worker_threads';
import { onceOfKind } from './thread-message.ts';

/** Limits of one piece of work. */
export type ThreadLimits = {
  readonly timeMs: number;
  /** Megabytes of objects. */
  readonly heapMegabytes: number;
  /** Bytes of buffers, which the heap's limit does not count: what a stream of a PDF inflates to. */
  readonly bufferBytes: number;
};

/** The work took more than it may. The message is for the log. */
export class ThreadLimitReached extends Error {
  override name = 'ThreadLimitReached';
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory', message: string) {
    super(message);
    this.limit = limit;
  }
}

/** The final message of a thread that does one piece of work. */
export type FromThread<Outcome> = { readonly kind: 'outcome'; readonly outcome: Outcome };

/** A stream inflates to some 30 MB in this time. */
const lookEveryMs = 100;

/**
 * Does one piece of work in a thread of its own, whose file finds its task as `workerData` and posts a `FromThread`.
 * Throws ThreadLimitReached for what takes more than it may; the signal's reason when it is aborted.
 */
export function inThread<Outcome>(
  file: URL,
  task: unknown,
  { signal, limits }: { signal: AbortSignal; limits: ThreadLimits },
): Promise<Outcome> {
  signal.throwIfAborted();
  const worker = new Worker(file, {
    workerData: task,
    execArgv: [],
    // Output of a library about a file is dropped.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  });
  return new Promise<Outcome>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new ThreadLimitReached('time', `It took longer than ${limits.timeMs} ms.`)),
      limits.timeMs,
    );
    const look = setInterval(() => {
      // Rejects where the thread has just ended, which says so itself.
      worker.getHeapStatistics().then(
        ({ external_memory: bytes }) =>
          bytes > limits.bufferBytes && reject(new ThreadLimitReached('memory', `It took ${bytes} bytes of buffers.`)),
        () => undefined,
      );
    }, lookEveryMs);
    // every abort reason is an Error, the default one included
    const aborted = () => reject(signal.reason as Error);
    signal.addEventListener('abort', aborted, { once: true });
    onceOfKind<FromThread<Outcome>>(worker, 'outcome', ({ outcome }) => resolve(outcome));
    worker.once('error', (error) => reject(asLimit(error)));
    worker.once('exit', (code) =>
      reject(new Error(`The thread of ${file.pathname} ended by itself (exit code ${code}).`)),
    );
    worker.once('exit', () => {
      clearTimeout(late);
      clearInterval(look);
      signal.removeEventListener('abort', aborted);
    });
  }).finally(() => worker.terminate());
}

/** Converts the error that ended a thread, if a limit is the cause. */
export const asLimit = (error: Error): Error =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ThreadLimitReached('memory', 'It took more memory than it may.')
    : error;
