import type { Citation, RunEvent } from '@parlance/shared/contract/api/runs';

export type Ended = Omit<Extract<RunEvent, { type: 'ended' }>, 'type'>;

/** Why an answer was broken off by us. */
export type StopReason = 'stopped' | 'interrupted';

/** An answer that this process writes: what its readers may see, and how they learn of more. */
export class LiveRun {
  readonly id: string;
  readonly organizationId: string;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  #text = '';
  #pending = '';
  #citations: readonly Citation[] = [];
  #ended: Ended | null = null;

  constructor(id: string, organizationId: string) {
    this.id = id;
    this.organizationId = organizationId;
  }

  /** What readers may see. */
  get text(): string {
    return this.#text;
  }

  get citations(): readonly Citation[] {
    return this.#citations;
  }

  get ended(): Ended | null {
    return this.#ended;
  }

  /** Aborted when the answer is no longer wanted; the reason is a StopReason. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  hasText(): boolean {
    return this.#text !== '' || this.#pending !== '';
  }

  isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(reason: StopReason): void {
    this.#stop.abort(reason);
  }

  /** Takes what the model said; readers see it with the next `release`. */
  hear(text: string): void {
    // PostgreSQL's text has no NUL.
    this.#pending += text.replaceAll('\0', '');
  }

  /** Shows readers what was heard, but for half a surrogate pair, which waits for its other half. */
  release(): void {
    const whole = /[\uD800-\uDBFF]$/.test(this.#pending) ? this.#pending.length - 1 : this.#pending.length;
    if (whole === 0) return;
    // What is stored and what is shown must be the same, and a lone surrogate cannot be stored.
    this.#text += this.#pending.slice(0, whole).toWellFormed();
    this.#pending = this.#pending.slice(whole);
    this.#wake();
  }

  cite(citations: readonly Citation[]): void {
    this.#citations = citations;
    this.#wake();
  }

  end(ended: Ended): void {
    this.#ended = ended;
    this.#wake();
  }

  /** Resolves with the next change, or when the signal is aborted. */
  changed(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        this.#waiting.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }
}
