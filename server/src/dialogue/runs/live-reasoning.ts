import { reasoningMaxLength } from '@parlance/shared/contract/api/runs/reasoning';

/** Returns the milliseconds of a clock that only goes forward. */
export type Clock = () => number;

/** What readers may see of a model's reasoning. `isOver`: the model has gone on to something else. */
export type Reasoning = { readonly text: string; readonly ms: number; readonly isOver: boolean };

/**
 * The reasoning behind an answer that this process writes. It comes in stretches, between which the model says
 * something or calls a tool; only their time counts.
 */
export class LiveReasoning {
  readonly #now: Clock;
  #shown: Reasoning | null = null;
  #pending = '';
  /** The time of the stretches that are over. */
  #ms = 0;
  /** The beginning of the present stretch; null outside of one. */
  #since: number | null = null;
  /** True once a word has come in the present stretch. */
  #hasWords = false;

  constructor(now: Clock) {
    this.#now = now;
  }

  /** The reasoning that readers may see; null if there is none. */
  get shown(): Reasoning | null {
    return this.#shown;
  }

  /** Continues the reasoning of an answer that another process began. */
  goOnFrom({ text, ms }: Pick<Reasoning, 'text' | 'ms'>): void {
    this.#shown = { text, ms, isOver: true };
    this.#ms = ms;
  }

  /** Takes a piece; a stretch begins with its first word, a paragraph of its own. */
  hear(piece: string): void {
    // PostgreSQL's text has no NUL.
    const text = piece.replaceAll('\0', '');
    const words = this.#hasWords ? text : text.trimStart();
    if (words === '') return;
    const so = `${this.#shown?.text ?? ''}${this.#pending}`;
    const gap = this.#hasWords || so === '' || so.endsWith('\n\n') ? '' : so.endsWith('\n') ? '\n' : '\n\n';
    this.#hasWords = true;
    this.#since ??= this.#now();
    const left = reasoningMaxLength - so.length;
    this.#pending += `${gap}${words}`.slice(0, Math.max(0, left));
  }

  /** Counts the next stretch from an earlier time: text heard since then turned out to be its beginning. */
  countFrom(time: number | null): void {
    if (!this.#hasWords) this.#since = time;
  }

  /** Ends the present stretch. */
  end(): void {
    if (this.#hasWords && this.#since !== null) this.#ms += this.#now() - this.#since;
    this.#since = null;
    this.#hasWords = false;
  }

  /** Shows readers what is pending, except for half a surrogate pair; returns true if anything has changed. */
  release(): boolean {
    const whole = /[\uD800-\uDBFF]$/.test(this.#pending) ? this.#pending.length - 1 : this.#pending.length;
    const text = (this.#shown?.text ?? '') + this.#pending.slice(0, whole).toWellFormed();
    this.#pending = this.#pending.slice(whole);
    const isOver = !this.#hasWords;
    if (text === '' || (text === this.#shown?.text && isOver === this.#shown.isOver)) return false;
    const running = this.#since === null || isOver ? 0 : this.#now() - this.#since;
    this.#shown = { text, ms: Math.round(this.#ms + running), isOver };
    return true;
  }
}
