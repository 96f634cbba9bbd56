import * as z from '@parlance/shared/contract/schema';
import { sessionTimeout } from '../usage-tracker/limits.ts';

export const visitsKey = 'usage.visits';
/** The milestones (specification §9). */
const milestones = [1, 5, 10, 50, 100];

const record = z.object({ count: z.int().check(z.gte(0)), last: z.number() });

/**
 * Counts a visit and returns the milestone it reaches, or null. A page loaded within 30 minutes of the one before
 * belongs to the same visit. With a denied storage nothing is known, so nothing is reached.
 */
export function countVisit(storage: () => Storage, now: number): number | null {
  try {
    const { count, last } = read(storage());
    // A clock that was set back must not count a visit twice.
    const isSame = count > 0 && Math.abs(now - last) < sessionTimeout;
    const visits = isSame ? count : count + 1;
    storage().setItem(visitsKey, JSON.stringify({ count: visits, last: now }));
    return !isSame && milestones.includes(visits) ? visits : null;
  } catch {
    return null;
  }
}

/** Forgets the visits, which may not be counted without consent. */
export function forgetVisits(storage: () => Storage): void {
  try {
    storage().removeItem(visitsKey);
  } catch {
    // Denied: there is nothing.
  }
}

function read(storage: Storage): z.infer<typeof record> {
  try {
    const found = record.safeParse(JSON.parse(storage.getItem(visitsKey) ?? 'null'));
    if (found.success) return found.data;
  } catch {
    // Not JSON: the count starts over.
  }
  return { count: 0, last: 0 };
}
