import { type RuleFinding, Guard } from './engine/guard.ts';
import type { Checker } from './engine/rule-set.ts';

/**
 * Filters the reasoning behind an answer by the rules for answers. A rule that would stop an answer withholds the rest
 * of the reasoning instead: the answer itself is checked for that. Its length and its language are nobody's concern.
 */
export class ReasoningGuard {
  readonly #guard: Guard;

  constructor(checker: Checker) {
    this.#guard = new Guard({ ...checker, lengths: [], judgesLanguage: false });
  }

  /** The findings, without their places: those count from the beginning of an answer. */
  get found(): readonly RuleFinding[] {
    return this.#guard.found.map((finding) => ({ ...finding, places: [] }));
  }

  /** The number of rules with findings: cheap to read with each piece. */
  get findings(): number {
    return this.#guard.findings;
  }

  /** True once the rest is withheld. */
  get isWithheld(): boolean {
    return this.#guard.stoppedBy !== null;
  }

  /** Takes a piece, and returns what may go out now. */
  push(text: string): string {
    return this.#guard.push(text);
  }

  /** Returns what was held back: the model has gone on to something else. */
  settle(): string {
    return this.#guard.settle();
  }
}
