import { carryOver, dropCarried } from '../measuring/analytics/carried.ts';
import { consentRevision } from './consent-cookie.ts';
import type { ConsentChoice } from './cookie-consent.ts';

/**
 * Records a cookie choice: the first, then changes (specification §4). The lasting record is the cookie, with both
 * moments in it. If the analytics are allowed, it is an analytics event too. A refusal or a withdrawal is none, because
 * no analytics may leave the browser after it. If nobody is signed in, so that no event is accepted, `record` is null
 * and the event waits for the page after signing in.
 */
export function recordChoice(
  { event, allowsAnalytics }: ConsentChoice,
  record: ((name: string, detail: Readonly<Record<string, unknown>>) => void) | null,
): void {
  if (!allowsAnalytics) return dropCarried(() => sessionStorage);
  const detail = { analytics: true, revision: consentRevision };
  if (record === null) carryOver(() => sessionStorage, { name: event, at: Date.now(), detail });
  else record(event, detail);
}
