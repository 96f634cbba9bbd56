import { availableParallelism } from 'node:os';
import { observer } from '../telemetry/observer.ts';
import { type ThreadLimits, ThreadLimitReached, inThread } from './in-thread.ts';
import { Places } from './places.ts';

/** The lanes. `background`: jobs read files and sources. `interactive`: somebody waits, for an answer or in a form. */
export const readingLanes = ['background', 'interactive'] as const;
export type ReadingLane = (typeof readingLanes)[number];

/** A processor is left to the rest of the program; with two places neither lane waits for the other. */
const atOnce = Math.max(2, availableParallelism() - 1);

/** The places of all threads of this process that read files of strangers. */
export const readingPlaces = new Places<ReadingLane>({
  atOnce,
  waitingAtMost: 200,
  waitingOfOneAtMost: 50,
  waitingBytesAtMost: 150_000_000,
});

/** The beneficiary of a reading. The signal ends the wait for a place as well as the reading. */
export type ReadingFor = { readonly lane: ReadingLane; readonly organizationId: string; readonly signal: AbortSignal };

type Work = {
  readonly kind: 'document' | 'description';
  readonly file: URL;
  readonly task: unknown;
  readonly bytes: number;
  readonly limits: ThreadLimits;
};

/**
 * Reads what strangers made in a thread of its own, when it is the turn of its organisation. Throws PlacesFull,
 * ThreadLimitReached, or the signal's reason.
 */
export function readInThread<Outcome>(
  { kind, file, task, bytes, limits }: Work,
  { lane, organizationId, signal }: ReadingFor,
): Promise<Outcome> {
  return readingPlaces.within({ lane, organizationId, signal, bytes }, async () => {
    const began = performance.now();
    const end = (outcome: string) =>
      observer()?.record('parlance.reading.duration', (performance.now() - began) / 1_000, { kind, outcome });
    try {
      const read = await inThread<Outcome>(file, task, { signal, limits });
      end('done');
      return read;
    } catch (error) {
      end(signal.aborted ? 'aborted' : error instanceof ThreadLimitReached ? error.limit : 'failed');
      throw error;
    }
  });
}
