import { setTimeout as wait } from 'node:timers/promises';

const dayMs = 24 * 60 * 60 * 1000;
/** Longer than a test takes, and shorter than it may take. */
const enoughMs = 120_000;

/**
 * Resolves when today lasts for another while, in UTC, as the organisations of the demonstration count their days: at
 * once, but for the last minutes of a day. For what is “today” at the beginning of a test and at its end.
 */
export async function untilDayLasts(): Promise<void> {
  const left = dayMs - (Date.now() % dayMs);
  if (left < enoughMs) await wait(left);
}
