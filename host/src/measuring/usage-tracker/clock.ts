import { jumpAfter } from './limits.ts';

/** The moment by a clock, in milliseconds. */
export type Clock = () => number;

/**
 * A clock that never goes back and goes on while the machine sleeps. `performance.now()` alone stands still in a sleep
 * on some systems, and the wall clock alone is put forward and back. So the first one counts, and a minute or more that
 * only the second one has seen is added; going back, or by less, it changes nothing.
 */
export function createClock(monotonic: Clock, wall: Clock): Clock {
  let last = { monotonic: monotonic(), wall: wall() };
  let slept = 0;
  return () => {
    const now = { monotonic: monotonic(), wall: wall() };
    const unseen = now.wall - last.wall - (now.monotonic - last.monotonic);
    if (unseen > jumpAfter) slept += unseen;
    last = now;
    return now.monotonic + slept;
  };
}
