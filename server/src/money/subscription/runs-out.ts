import type { Meter } from '@parlance/shared/contract/values/meter';

const dayMs = 86_400_000;
/** What is further away than this is no news, and no estimate. */
const horizonDays = 365;
/** What came in a few days says nothing about a year: those who founded an organisation are not its growth. */
const shortestMs = 7 * dayMs;

/** What was added since a moment. */
export type Pace = { readonly gained: number; readonly since: Date };

/** The day on which a meter reaches its limit if it goes on like this; null where that is not in sight. */
export function runsOutOn({ used, limit, resets_at }: Meter, { gained, since }: Pace, now: Date): string | null {
  if (limit === null) return null;
  if (used >= limit) return dayOf(now);
  const elapsed = now.getTime() - since.getTime();
  if (gained <= 0 || elapsed < shortestMs) return null;
  const left = ((limit - used) / gained) * elapsed;
  if (left > horizonDays * dayMs) return null;
  const full = new Date(now.getTime() + left);
  return resets_at !== null && full >= new Date(resets_at) ? null : dayOf(full);
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
