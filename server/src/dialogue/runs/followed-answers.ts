import type { AppliedRule, Citation, RunApproval, RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { Database } from '../../platform/db/database.ts';
import type { Events } from '../../platform/db/events.ts';
import { callOf, findCallsOfRuns } from '../tools/calls.ts';
import type { Reasoning } from './live-reasoning.ts';
import type { RunEnd } from './live-run.ts';
import { type AskedAnswer, type StoredAnswer, type StoredReasoning, readStored } from './stored-answers.ts';

/** The channel of answers that have grown or ended, as ids separated by commas. */
export const grownChannel = 'runs.grown';
/** The polling interval, which makes up for lost events. */
const pollMs = 1_000;
/** The number of answers per look: their texts are in memory at once when many readers come from another process. */
const answersInOneLook = 200;

/** The known state of an answer. `text` is known from the place `offset` on; all of it begins at `textFrom`. */
export type KnownAnswer = {
  readonly text: string;
  readonly offset: number;
  readonly textFrom: number;
  /** All of it; null if there is none. */
  readonly reasoning: Reasoning | null;
  readonly citations: readonly Citation[];
  readonly rules: readonly AppliedRule[];
  readonly approval: RunApproval | null;
  readonly reading: RunReading | null;
  readonly calls: readonly ToolCall[];
  readonly ended: RunEnd | null;
};

/** One answer shared by all its readers here: it is in memory once, and each takes what it lacks. */
class FollowedAnswer {
  readonly organizationId: string;
  readonly runId: string;
  readonly wakes = new Set<() => void>();
  /** The known state; null once it is gone, undefined before the first look. */
  known: KnownAnswer | null | undefined;
  failure: Error | null = null;
  #lowest: number;
  #calls = '';

  constructor(organizationId: string, runId: string, from: number) {
    this.organizationId = organizationId;
    this.runId = runId;
    this.#lowest = from;
  }

  /** True if the known text begins early enough for this reader. */
  reaches(from: number): boolean {
    this.#lowest = Math.min(this.#lowest, from);
    return (
      this.known === null || (this.known !== undefined && this.known.offset <= Math.max(from, this.known.textFrom))
    );
  }

  /** The UTF-16 code units of its reasoning that are known. */
  get reasoned(): number {
    return this.known?.reasoning?.text.length ?? 0;
  }

  /** The place from which the next look is. */
  get from(): number {
    const { known } = this;
    return known === null || known === undefined || known.offset > Math.max(this.#lowest, known.textFrom)
      ? this.#lowest
      : known.offset + known.text.length;
  }

  hasNewCalls(stored: StoredAnswer): boolean {
    return stored.calls !== this.#calls;
  }

  take(stored: StoredAnswer | undefined, calls: readonly ToolCall[] | undefined): void {
    this.known = stored === undefined ? null : this.#after(stored, calls);
    this.#calls = stored?.calls ?? '';
    this.wake();
  }

  #after(
    { text, offset, textFrom, reasoning, citations, rules, approval, reading, ended }: StoredAnswer,
    calls: readonly ToolCall[] | undefined,
  ): KnownAnswer {
    const { known } = this;
    const told = {
      ...{ textFrom, citations, rules, approval, reading, ended, calls: calls ?? known?.calls ?? [] },
      reasoning: joined(known?.reasoning ?? null, reasoning),
    };
    if (!known || known.offset > offset || known.textFrom !== textFrom) return { ...told, text, offset };
    return { ...told, text: known.text.slice(0, offset - known.offset) + text, offset: known.offset };
  }

  fail(error: unknown): void {
    this.failure = error instanceof Error ? error : new Error(String(error));
    this.wake();
  }

  wake(): void {
    for (const wake of this.wakes) wake();
  }
}

/** Joins the known reasoning and its rest. */
const joined = (known: Reasoning | null, rest: StoredReasoning | null): Reasoning | null =>
  rest === null
    ? null
    : { text: (known?.text ?? '').slice(0, rest.offset) + rest.text, ms: rest.ms, isOver: rest.isOver };

type Dependencies = { readonly db: Database; readonly events: Events };

/**
 * Follows, in the database, answers that this process does not write. It looks for all of them at once, upon growth and
 * periodically: the load does not rise with the readers. Check access before.
 */
export class FollowedAnswers {
  readonly #dependencies: Dependencies;
  readonly #answers = new Map<string, FollowedAnswer>();
  readonly #due = new Set<FollowedAnswer>();
  #isLooking = false;
  #stopHearing: (() => void) | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Yields the known state after each look, from this place on; null once the answer is gone. Throws if the database
   * is unavailable.
   */
  async *follow(
    { organizationId, runId, from }: AskedAnswer,
    signal: AbortSignal,
  ): AsyncGenerator<KnownAnswer | null, void, undefined> {
    const answer = this.#answerOf({ organizationId, runId, from });
    // A single listener serves all changes. Nothing happens between a look and the wait for the next change.
    let wake = () => {};
    const change = () => wake();
    answer.wakes.add(change);
    signal.addEventListener('abort', change);
    let told: KnownAnswer | null | undefined;
    try {
      while (!signal.aborted) {
        if (answer.failure !== null) throw answer.failure;
        const { known } = answer;
        if (known !== undefined && known !== told && answer.reaches(from)) {
          told = known;
          yield known;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener('abort', change);
      answer.wakes.delete(change);
      if (answer.wakes.size === 0) this.#forget(answer);
    }
  }

  #answerOf({ organizationId, runId, from }: AskedAnswer): FollowedAnswer {
    const key = keyOf({ organizationId, runId });
    const answer = this.#answers.get(key) ?? new FollowedAnswer(organizationId, runId, from);
    this.#answers.set(key, answer);
    this.#stopHearing ??= this.#hear();
    if (!answer.reaches(from)) this.#look([answer]);
    return answer;
  }

  #forget(answer: FollowedAnswer): void {
    const key = keyOf(answer);
    if (this.#answers.get(key) === answer) this.#answers.delete(key);
    this.#due.delete(answer);
    if (this.#answers.size > 0) return;
    this.#stopHearing?.();
    this.#stopHearing = null;
  }

  #hear(): () => void {
    const unsubscribe = this.#dependencies.events.subscribe(grownChannel, (ids) => {
      const grown = new Set(ids.split(','));
      this.#look([...this.#answers.values()].filter(({ runId }) => grown.has(runId)));
    });
    const timer = setInterval(() => this.#look(this.#answers.values()), pollMs).unref();
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  #look(answers: Iterable<FollowedAnswer>): void {
    for (const answer of answers) this.#due.add(answer);
    if (!this.#isLooking) void this.#lookAtDue();
  }

  /**
   * Runs looks one after the other, so that they use at most one connection; failures go to the readers, so it never
   * rejects.
   */
  async #lookAtDue(): Promise<void> {
    this.#isLooking = true;
    while (this.#due.size > 0) {
      const answers = [...this.#due].slice(0, answersInOneLook);
      for (const answer of answers) this.#due.delete(answer);
      try {
        await this.#lookAt(answers);
      } catch (error) {
        for (const answer of answers) {
          // Later readers start a fresh look.
          this.#answers.delete(keyOf(answer));
          answer.fail(error);
        }
      }
    }
    this.#isLooking = false;
  }

  async #lookAt(answers: readonly FollowedAnswer[]): Promise<void> {
    const { db } = this.#dependencies;
    const stored = new Map(
      (await db.lookUp((lookup) => readStored(lookup, answers))).map((found) => [keyOf(found), found]),
    );
    const changed = answers.flatMap((answer) => {
      const found = stored.get(keyOf(answer));
      return found !== undefined && answer.hasNewCalls(found) ? [found.runId] : [];
    });
    const calls = Map.groupBy(
      changed.length === 0 ? [] : await db.lookUp((lookup) => findCallsOfRuns(lookup, changed)),
      ({ run_id: id }) => id,
    );
    for (const answer of answers) answer.take(stored.get(keyOf(answer)), calls.get(answer.runId)?.map(callOf));
  }
}

const keyOf = ({ organizationId, runId }: { readonly organizationId: string; readonly runId: string }) =>
  `${organizationId} ${runId}`;
