import { jumpAfter } from './limits.ts';

/** Returns the time of a clock in milliseconds. */
export type Clock = () => number;

/**
 * Creates a clock that never goes back and keeps running while the machine sleeps. `performance.now()` alone stops
 * during sleep on some systems, and the wall clock alone is set forward and back. So the first one counts, and a minute
 * or more that only the second one has seen is added; a step back, or a smaller one, changes nothing.
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
