/** The consecutive timeouts after which a receiver is not waited for any more. */
const timeoutsAtMost = 3;
const firstPauseMs = 30_000;
/** The longest pause, to which further timeouts double it: a recovered receiver has its messages within minutes. */
const longestPauseMs = 5 * 60_000;
/** The maximal number of remembered receivers; beyond it, the earliest silent ones are forgotten. */
const keptAtMost = 10_000;

type Silence = { timeouts: number; openUntil: number; isProbed: boolean };

/**
 * Circuit breakers, one per receiver: after several timeouts in a row it is probed at growing intervals, and all else
 * for it waits for its next try instead of holding a place for the whole time limit. Any response closes it. Each
 * process learns by itself.
 */
export class Breakers {
  readonly #silent = new Map<string, Silence>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does the work; null while the circuit of the receiver is open. */
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
