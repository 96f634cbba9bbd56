import { Worker } from 'node:worker_threads';
import { ThreadLimitReached, asLimit } from './in-thread.ts';
import { Places } from './places.ts';

/** What a lasting thread is asked, and what it says: that it is ready, and then one outcome a question. */
export type ThreadQuestion<Task> = { readonly id: number; readonly task: Task };
export type FromLastingThread<Outcome> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: Outcome };

type Settings = {
  readonly file: URL;
  readonly atOnce: number;
  /** For one question, once the thread is ready. */
  readonly timeMs: number;
  readonly heapMegabytes: number;
  /** A thread that nobody has asked for so long is ended. */
  readonly idleMs: number;
};

type Options = { readonly organizationId: string; readonly signal: AbortSignal };

/** A thread that starts loads its code first; on a machine under load that takes a while, and is nobody's fault. */
const startWithinMs = 30_000;

/**
 * Threads that stay, for questions that are answered in milliseconds where a thread would take longer to start. One
 * that does not answer in time is ended, and another one starts with the next question. They keep no process from
 * ending.
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

  /** Throws PlacesFull, ThreadLimitReached, or the signal's reason. */
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

  /** Ends the threads that nobody waits for. */
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
  readonly #ready = Promise.withResolvers<true>();
  #answer: Answer<Outcome> | null = null;
  #asked = 0;

  constructor({ file, heapMegabytes, timeMs }: Settings) {
    this.#timeMs = timeMs;
    this.#worker = new Worker(file, {
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
    // After the listeners: one for messages keeps the process again.
    this.#worker.unref();
    // Whoever asks hears of it; a thread that ends while nobody asks is of no interest.
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
    return this.#within<Outcome>(this.#timeMs, signal, (resolve, reject) => {
      this.#answer = { id, resolve, reject };
      this.#worker.postMessage({ id, task } satisfies ThreadQuestion<Task>);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Under `node --watch` Node speaks over the same port, of every module that a thread loads. */
  #hear(message: FromLastingThread<Outcome> | null): void {
    if (message?.kind === 'ready') this.#ready.resolve(true);
    if (message?.kind === 'outcome' && message.id === this.#answer?.id) this.#answer.resolve(message.outcome);
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
      // whoever aborts gives an error, and so does AbortController itself
      const aborted = () => reject(signal.reason as Error);
      // An answer that has come while this thread was busy is heard before it is called late.
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
