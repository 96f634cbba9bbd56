/** The consecutive timeouts after which a receiver is not waited for any more. */
const timeoutsAtMost = 3;
const firstPauseMs = 30_000;
/** Each further timeout doubles the pause, up to this: a receiver that is back has its messages within minutes. */
const longestPauseMs = 5 * 60_000;
/** Receivers that are remembered; of more, those that were silent first are forgotten. */
const keptAtMost = 10_000;

type Silence = { timeouts: number; openUntil: number; isProbed: boolean };

/**
 * A circuit breaker for each receiver: one that was silent several times in a row is asked once in a growing while, and
 * whatever else is to be sent to it waits for its next try instead of holding a place for the whole time limit. Any
 * answer closes it. Each process learns by itself.
 */
export class Breakers {
  readonly #silent = new Map<string, Silence>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does the work; null where the receiver is not to be asked now. */
  async through<T>(receiver: string, work: () => Promise<T>, isTimeout: (outcome: T) => boolean): Promise<T | null> {
    const silence = this.#silent.get(receiver);
    if (silence !== undefined && silence.timeouts >= timeoutsAtMost) {
      if (silence.isProbed || this.#now() < silence.openUntil) return null;
      silence.isProbed = true;
    }
    try {
      const outcome = await work();
      if (isTimeout(outcome)) this.#noteTimeout(receiver);
      else this.#silent.delete(receiver);
      return outcome;
    } finally {
      if (silence !== undefined) silence.isProbed = false;
    }
  }

  #noteTimeout(receiver: string): void {
    const silence = this.#silent.get(receiver) ?? { timeouts: 0, openUntil: 0, isProbed: false };
    silence.timeouts += 1;
    silence.openUntil =
      this.#now() + Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, silence.timeouts - timeoutsAtMost));
    this.#silent.set(receiver, silence);
    const [first] = this.#silent.keys();
    if (this.#silent.size > keptAtMost && first !== undefined) this.#silent.delete(first);
  }
}
