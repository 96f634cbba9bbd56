import { usageMaxSeconds, type UsageSession } from '@parlance/shared/contract/api/usage';
import type { Totals } from './usage-session.ts';

const wholeSeconds = (milliseconds: number) => Math.min(usageMaxSeconds, Math.round(milliseconds / 1000));

/** The payload of specification §3: each time in whole seconds. */
export function payloadOf(id: string, totals: Totals): UsageSession {
  return {
    session_id: id,
    typing: wholeSeconds(totals.typing),
    reading: wholeSeconds(totals.reading),
    interacting: wholeSeconds(totals.interaction_navigation),
    idling: wholeSeconds(totals.idle),
  };
}

/** Nobody is served by the record of a page that was opened and shut within half a second. */
export const isEmpty = ({ typing, reading, interacting, idling }: UsageSession): boolean =>
  typing + reading + interacting + idling === 0;
