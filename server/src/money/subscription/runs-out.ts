import type { Meter } from '@parlance/shared/contract/values/meter';

const dayMs = 86_400_000;
/** The horizon: a day further away is neither news nor an estimate. */
const horizonDays = 365;
/** The shortest period for an estimate: a few days say nothing about a year, and founders are not growth. */
const shortestMs = 7 * dayMs;

/** The amount added since a moment. */
export type Pace = { readonly gained: number; readonly since: Date };

/** Returns the day on which a meter reaches its limit at the present pace; null if that is not in sight. */
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
