import { ModelFailure } from './language-model.ts';

export type Deadlines = {
  /** Until the first piece of the answer. A sign of life without a word sets it back. */
  readonly firstMs: number;
  /** Between two pieces, or signs of life. */
  readonly betweenMs: number;
  /** The whole answer. */
  readonly totalMs: number;
  /** Behind the reason why it ends, for what it took and the word that it is done. */
  readonly tailMs?: number;
};

const usualTailMs = 5_000;

// A model on a machine of one's own is loaded for minutes, and a large one thinks for some before it says a word.
export const usualFirstWordSeconds = 120;
export const usualBetweenWordsSeconds = 60;
/** Of an answer behind its first word. */
const answerSeconds = 480;

/** How long a model is waited for that is declared with these seconds. */
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

/** Watches an answer that comes from elsewhere: aborts `signal` where it stops coming, or where the asker leaves. */
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
    /** Why it was aborted, if it was: the asker's reason or a ModelFailure. */
    cause: (): unknown => (asker.aborted ? asker.reason : late.signal.reason),
    /** Somebody is there, and says nothing yet. */
    isAlive(): void {
      (further ?? first).refresh();
    },
    heard(): void {
      if (further === undefined) clearTimeout(first);
      if (isEnding) {
        // It goes on after all.
        clearTimeout(further);
        [isEnding, further] = [false, undefined];
      }
      // Set back rather than made anew: it is heard some thousand times a second.
      further = further?.refresh() ?? waitFurther(betweenMs);
    },
    /** The reason of the end has come: what may follow is not waited for as long as a word. */
    ending(): void {
      clearTimeout(first);
      clearTimeout(further);
      [isEnding, further] = [true, waitFurther(Math.min(tailMs, betweenMs))];
    },
    /** Nothing has followed the reason of the end in time. */
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
