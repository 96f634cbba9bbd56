import { type ControlSummary, getControlSummary } from '@parlance/shared/contract/api/automation-control';
import {
  getSubscription,
  type Meter,
  type Subscription,
} from '@parlance/shared/contract/api/subscription/subscription';
import { call } from '@parlance/shared/http';
import { useComposed } from '@parlance/shared/loading';
import { useSession } from '@parlance/shared/session';

/** The used share from which little is left of the plan. */
const nearlyFull = 0.9;

/** The figures of everybody's schedules and automations that may need attention. */
type Automations = Pick<ControlSummary, 'held' | 'failed' | 'stopped' | 'without_owner'>;
/**
 * The day on which the plan expires unless renewed, the meters nearly used up, and the schedules and automations that
 * are out of order.
 */
export type Attention = {
  readonly expiry: Subscription['expiry'];
  readonly meters: readonly Meter[];
  readonly automations: Automations | null;
};
const nothing: Attention = { expiry: null, meters: [], automations: null };

async function findAutomations(signal: AbortSignal): Promise<Automations | null> {
  try {
    const found = await call(getControlSummary, {}, { signal });
    return found.held !== null || found.failed > 0 || found.stopped > 0 ? found : null;
  } catch {
    return null; // the control room says why; the rest is shown all the same
  }
}

/** Loads the warnings for an administrator; nothing for anybody else, without a request. */
export function useAttention(): Attention {
  const isAdmin = useSession((session) => session.subject?.isAdmin === true);
  const found = useComposed('chat/attention', [isAdmin], async (signal) => {
    if (!isAdmin) return nothing;
    const [{ expiry, meters }, automations] = await Promise.all([
      call(getSubscription, {}, { signal }),
      findAutomations(signal),
    ]);
    return {
      expiry,
      automations,
      meters: meters.filter(({ used, limit }) => limit !== null && used / Math.max(limit, 1) >= nearlyFull),
    };
  });
  // If it fails the page shows nothing: the subscription has a page of its own, which says why.
  return found.status === 'ready' ? found.data : nothing;
}
