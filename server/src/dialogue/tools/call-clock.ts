/**
 * The clock of a call: it says when the server has been silent for too long, or the call has taken too long in all. It
 * stands still while a person is asked.
 */
export class CallClock {
  readonly #silenceMs: number;
  readonly #end: (passedMs: number) => void;
  readonly #wholeMs: number;
  readonly #begun = performance.now();
  #leftMs: number;
  #pausedMs = 0;
  #pausedAt: number | null = null;
  #pauses = 0;
  #silence: NodeJS.Timeout | undefined;
  #whole: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** `end` is called with the time that has passed, once. */
  constructor(silenceMs: number, wholeMs: number, end: (passedMs: number) => void) {
    this.#silenceMs = silenceMs;
    this.#wholeMs = wholeMs;
    this.#leftMs = wholeMs;
    this.#end = end;
    this.#run();
  }

  /** The time that the call has taken so far, in milliseconds, without that of people. */
  get activeMs(): number {
    const pausedMs = this.#pausedMs + (this.#pausedAt === null ? 0 : performance.now() - this.#pausedAt);
    return performance.now() - this.#begun - pausedMs;
  }

  /** Begins the silence anew: the server has said something. */
  heard(): void {
    if (this.#isStopped || this.#pauses > 0) return;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#late(this.#silenceMs), this.#silenceMs);
  }

  /** Stops the time while work waits for a person. */
  async paused<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    if (this.#pauses === 1) this.#pause();
    try {
      return await work();
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0) this.#goOn();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#silence);
    clearTimeout(this.#whole);
  }

  #run(): void {
    this.#whole = setTimeout(() => this.#late(this.#wholeMs), this.#leftMs);
    this.heard();
  }

  #pause(): void {
    this.#leftMs = Math.max(0, this.#wholeMs - this.activeMs);
    this.#pausedAt = performance.now();
    clearTimeout(this.#silence);
    clearTimeout(this.#whole);
  }

  #goOn(): void {
    if (this.#pausedAt !== null) this.#pausedMs += performance.now() - this.#pausedAt;
    this.#pausedAt = null;
    if (!this.#isStopped) this.#run();
  }

  #late(passedMs: number): void {
    if (this.#isStopped) return;
    this.stop();
    this.#end(passedMs);
  }
}
