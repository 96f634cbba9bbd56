import { leavesGap } from './answer.ts';
import type { ReceivedEvent } from './answer.ts';

type Followed = {
  /** Code units of the answer that are there already. */
  readonly from: number;
  readonly open: (offset: number, signal: AbortSignal) => AsyncIterable<ReceivedEvent>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ReceivedEvent) => void;
  /** False from the second failure in a row, true again with the next event. */
  readonly onConnection: (isConnected: boolean) => void;
  /** Whether asking again cannot help: not found, no access. */
  readonly isFinal: (failure: unknown) => boolean;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

const firstPause = 300;
const longestPause = 10_000;

/**
 * Reads a run to its end, across lost connections: each time it goes on where the text stops. Returns when the run
 * has ended or the signal is aborted; throws only what is final.
 */
export async function followRun(run: Followed): Promise<void> {
  let offset = run.from;
  let failures = 0;
  while (!run.signal.aborted) {
    try {
      for await (const event of run.open(offset, run.signal)) {
        if (run.signal.aborted) return;
        if (leavesGap(offset, event)) break;
        if (failures > 1) run.onConnection(true);
        failures = 0;
        run.onEvent(event);
        offset = Math.max(offset, Number(event.id));
        if (event.data.type === 'ended') return;
      }
    } catch (failure) {
      if (run.signal.aborted) return;
      if (run.isFinal(failure)) throw failure;
    }
    failures += 1;
    if (failures > 1) run.onConnection(false);
    await run.pause(Math.min(firstPause * 2 ** (failures - 1), longestPause), run.signal);
  }
}

/** Waits, but not longer than until the network comes back or nobody waits any more. */
export function pauseUntilOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    }
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
