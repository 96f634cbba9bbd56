import { Worker } from 'node:worker_threads';
import { ThreadLimitReached, asLimit } from './in-thread.ts';
import { Places } from './places.ts';

/** A question to a lasting thread, which posts `ready` once and then one outcome per question. */
export type ThreadQuestion<Task> = { readonly id: number; readonly task: Task };
export type FromLastingThread<Outcome> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: Outcome };

type Settings = {
  readonly file: URL;
  readonly atOnce: number;
  /** The time limit of one question, once the thread is ready. */
  readonly timeMs: number;
  readonly heapMegabytes: number;
  /** The limit of buffers in bytes while it answers, which the heap's does not count: the memory of WebAssembly. */
  readonly bufferBytes?: number;
  /** What the thread finds in its `workerData`. */
  readonly workerData?: unknown;
  /** The time after which an idle thread is ended. */
  readonly idleMs: number;
};

type Options = { readonly organizationId: string; readonly signal: AbortSignal };

/** The interval of checks of buffers. */
const lookEveryMs = 100;

/** The start timeout: a thread loads its code first, which takes a while on a machine under load. */
const startWithinMs = 30_000;

/**
 * Lasting threads, for questions answered in milliseconds when starting a thread would take longer. One that times out
 * is ended, and another one starts with the next question. They do not keep the process alive.
 */
export class LastingThreads<Task, Outcome> {
  readonly #settings: Settings;
  readonly #places: Places<'question'>;
  readonly #idle: Thread<Task, Outcome>[] = [];
  #idleSince: NodeJS.Timeout | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#places = new Places({
      atOnce: settings.atOnce,
      waitingAtMost: 1_000,
      waitingOfOneAtMost: 200,
      waitingBytesAtMost: Infinity,
      hasOneLane: true,
    });
  }

  /** Asks a question. Throws PlacesFull, ThreadLimitReached, or the signal's reason. */
  ask(task: Task, { organizationId, signal }: Options): Promise<Outcome> {
    return this.#places.within({ lane: 'question', organizationId, signal }, async () => {
      const thread = this.#idle.pop() ?? new Thread<Task, Outcome>(this.#settings);
      try {
        const outcome = await thread.ask(task, signal);
        this.#idle.push(thread);
        this.#endLater();
        return outcome;
      } catch (error) {
        await thread.end();
        throw error;
      }
    });
  }

  /** Ends idle threads. */
  async end(): Promise<void> {
    if (this.#idleSince !== null) clearTimeout(this.#idleSince);
    await Promise.all(this.#idle.splice(0).map((thread) => thread.end()));
  }

  #endLater(): void {
    if (this.#idleSince !== null) clearTimeout(this.#idleSince);
    this.#idleSince = setTimeout(() => void this.end(), this.#settings.idleMs);
    this.#idleSince.unref();
  }
}

type Answer<Outcome> = {
  readonly id: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
};

class Thread<Task, Outcome> {
  readonly #worker: Worker;
  readonly #timeMs: number;
  readonly #bufferBytes: number;
  readonly #ready = Promise.withResolvers<true>();
  #answer: Answer<Outcome> | null = null;
  #asked = 0;

  constructor({ file, heapMegabytes, timeMs, bufferBytes = Infinity, workerData }: Settings) {
    this.#timeMs = timeMs;
    this.#bufferBytes = bufferBytes;
    this.#worker = new Worker(file, {
      workerData,
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    this.#worker.on('message', (message: FromLastingThread<Outcome> | null) => this.#hear(message));
    this.#worker.once('error', (error: Error) => this.#fail(asLimit(error)));
    this.#worker.once('exit', (code) =>
      this.#fail(new Error(`The thread of ${file.pathname} ended by itself (exit code ${code}).`)),
    );
    // Unrefs after adding listeners: one for messages refs the process again.
    this.#worker.unref();
    // The asker hears of a failure; that of an idle thread is of no interest.
    this.#ready.promise.catch(() => undefined);
  }

  async ask(task: Task, signal: AbortSignal): Promise<Outcome> {
    await this.#within<true>(
      startWithinMs,
      signal,
      (resolve, reject) => void this.#ready.promise.then(resolve, reject),
    );
    this.#asked += 1;
    const id = this.#asked;
    const look = this.#bufferBytes === Infinity ? null : setInterval(() => this.#checkBuffers(), lookEveryMs);
    try {
      return await this.#within<Outcome>(this.#timeMs, signal, (resolve, reject) => {
        this.#answer = { id, resolve, reject };
        this.#worker.postMessage({ id, task } satisfies ThreadQuestion<Task>);
      });
    } finally {
      if (look !== null) clearInterval(look);
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /**
   * Ignores messages of Node itself: under `node --watch` it reports over the same port every module that a thread
   * loads.
   */
  #hear(message: FromLastingThread<Outcome> | null): void {
    if (message?.kind === 'ready') this.#ready.resolve(true);
    if (message?.kind === 'outcome' && message.id === this.#answer?.id) this.#answer.resolve(message.outcome);
  }

  #checkBuffers(): void {
    // Rejects where the thread has just ended, which says so itself.
    this.#worker.getHeapStatistics().then(
      ({ external_memory: bytes }) => {
        if (bytes > this.#bufferBytes)
          this.#answer?.reject(new ThreadLimitReached('memory', `It took ${bytes} bytes of buffers.`));
      },
      () => undefined,
    );
  }

  #fail(error: Error): void {
    this.#ready.reject(error);
    this.#answer?.reject(error);
  }

  #within<T>(
    ms: number,
    signal: AbortSignal,
    begin: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // One that was aborted before tells nobody.
      signal.throwIfAborted();
      // every abort reason is an Error, the default one included
      const aborted = () => reject(signal.reason as Error);
      // A response that came while this thread was busy is handled before the timeout.
      const late = setTimeout(
        () => setImmediate(() => reject(new ThreadLimitReached('time', `It took longer than ${ms} ms.`))),
        ms,
      );
      const over =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          clearTimeout(late);
          signal.removeEventListener('abort', aborted);
          settle(value);
        };
      signal.addEventListener('abort', over(aborted), { once: true });
      begin(over(resolve), over(reject));
    });
  }
}
