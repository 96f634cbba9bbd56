import { Worker } from 'node:worker_threads';
import { onceOfKind } from './thread-message.ts';

/** Limits of one piece of work. */
export type ThreadLimits = {
  readonly timeMs: number;
  /** The heap limit in megabytes. */
  readonly heapMegabytes: number;
  /** The limit of buffers in bytes, which the heap's does not count: inflated streams of a PDF, for example. */
  readonly bufferBytes: number;
};

/** Thrown if the work exceeded a limit. The message is for the log. */
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

/** The interval of checks: a stream inflates to some 30 MB in this time. */
const lookEveryMs = 100;

/**
 * Does one piece of work in a thread of its own, whose file reads its task from `workerData` and posts a `FromThread`.
 * Throws ThreadLimitReached beyond a limit; the signal's reason when it is aborted.
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
