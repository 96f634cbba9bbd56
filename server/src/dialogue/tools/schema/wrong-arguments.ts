import { ThreadLimitReached } from '../../../platform/threads/in-thread.ts';
import { LastingThreads } from '../../../platform/threads/lasting-threads.ts';
import { PlacesFull } from '../../../platform/threads/places.ts';
import type { Verdict, Judgement } from './judge-worker.ts';

/**
 * Arguments are judged in milliseconds; the first ones of a large schema, which is compiled for them, in tenths of a
 * second.
 */
const timeMs = 2_000;

const judges = new LastingThreads<Judgement, Verdict>({
  file: new URL('./judge-worker.ts', import.meta.url),
  atOnce: 2,
  timeMs,
  heapMegabytes: 128,
  idleMs: 60_000,
});

type Call = {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly organizationId: string;
  readonly signal: AbortSignal;
};

/**
 * What is wrong with arguments, in words for a model; null where nothing is. They are judged in a thread: a schema of
 * somebody else's making may take longer than anybody waits. Throws the signal's reason alone.
 */
export async function wrongArguments({ parameters, values, organizationId, signal }: Call): Promise<string | null> {
  try {
    const { wrong } = await judges.ask(
      { parameters: JSON.stringify(parameters), values: JSON.stringify(values) },
      { organizationId, signal },
    );
    return wrong;
  } catch (error) {
    if (error instanceof ThreadLimitReached) return 'The arguments could not be checked: it took too long.';
    if (error instanceof PlacesFull)
      return 'The arguments could not be checked: too many calls wait. Try again a little later.';
    throw error;
  }
}

/** Ends the threads that judge; they start again with the next call. */
export const endJudges = (): Promise<void> => judges.end();
