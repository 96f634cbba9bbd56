import { ModelFailure } from './language-model.ts';

export type Deadlines = {
  /** The time until the first piece of the answer. A sign of life without a word restarts it. */
  readonly firstMs: number;
  /** The time between two pieces, or signs of life. */
  readonly betweenMs: number;
  /** The time for the whole answer. */
  readonly totalMs: number;
  /** The time after the finish reason, for the usage and the end marker. */
  readonly tailMs?: number;
};

const usualTailMs = 5_000;

// A model on a machine of one's own is loaded for minutes, and a large one thinks for some before it says a word.
export const usualFirstWordSeconds = 120;
export const usualBetweenWordsSeconds = 60;
/** The time for an answer after its first word. */
const answerSeconds = 480;

/** Returns the deadlines of a model declared with these seconds. */
export const deadlinesOf = ({
  first = usualFirstWordSeconds,
  between = usualBetweenWordsSeconds,
}: {
  first?: number | undefined;
  between?: number | undefined;
}): Deadlines => ({
  firstMs: first * 1_000,
  betweenMs: between * 1_000,
  totalMs: (first + answerSeconds) * 1_000,
});

/** The watch over a remote answer. */
export type Watch = ReturnType<typeof watchDeadline>;

/** Watches a remote answer: aborts `signal` when it stalls or the asker leaves. */
export function watchDeadline(asker: AbortSignal, { firstMs, betweenMs, totalMs, tailMs = usualTailMs }: Deadlines) {
  const late = new AbortController();
  const tooLate = (waited: number, forWhat: string) => () =>
    late.abort(new ModelFailure('model_timeout', `The model gave no ${forWhat} within ${waited} ms.`));
  const first = setTimeout(tooLate(firstMs, 'first piece of its answer'), firstMs);
  let further: NodeJS.Timeout | undefined;
  let isEnding = false;
  const waitFurther = (ms: number) => setTimeout(tooLate(ms, 'further piece of its answer'), ms);
  const total = setTimeout(tooLate(totalMs, 'end of its answer'), totalMs);
  return {
    signal: AbortSignal.any([asker, late.signal]),
    /** Returns why it was aborted, if it was: the asker's reason or a ModelFailure. */
    cause: (): unknown => (asker.aborted ? asker.reason : late.signal.reason),
    /** Restarts the deadline upon a sign of life that carries no content. */
    isAlive(): void {
      (further ?? first).refresh();
    },
    heard(): void {
      if (further === undefined) clearTimeout(first);
      if (isEnding) {
        // The answer continues after its finish reason.
        clearTimeout(further);
        [isEnding, further] = [false, undefined];
      }
      // Refreshes the timer rather than replacing it: there are some thousand pieces a second.
      further = further?.refresh() ?? waitFurther(betweenMs);
    },
    /** Marks the finish reason: what may follow is not awaited as long as a word. */
    ending(): void {
      clearTimeout(first);
      clearTimeout(further);
      [isEnding, further] = [true, waitFurther(Math.min(tailMs, betweenMs))];
    },
    /** True if nothing followed the finish reason in time. */
    hasEnded: (): boolean => isEnding && late.signal.aborted && !asker.aborted,
    /** Ends the watch and whatever still runs under its signal. */
    end(): void {
      clearTimeout(first);
      clearTimeout(further);
      clearTimeout(total);
      late.abort();
    },
  };
}
