import { usageMaxSeconds, type UsageSession } from '@parlance/shared/contract/api/usage';
import type { Totals } from './usage-session.ts';

const wholeSeconds = (milliseconds: number) => Math.min(usageMaxSeconds, Math.round(milliseconds / 1000));

/** Returns the payload of specification §3: each time in whole seconds. */
export function payloadOf(id: string, totals: Totals): UsageSession {
  return {
    session_id: id,
    typing: wholeSeconds(totals.typing),
    reading: wholeSeconds(totals.reading),
    interacting: wholeSeconds(totals.interaction_navigation),
    idling: wholeSeconds(totals.idle),
  };
}

/** Says whether a session is empty: the record of a page opened and closed within half a second serves nobody. */
export const isEmpty = ({ typing, reading, interacting, idling }: UsageSession): boolean =>
  typing + reading + interacting + idling === 0;
