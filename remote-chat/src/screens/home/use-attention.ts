import { type ControlSummary, getControlSummary } from '@parlance/shared/contract/api/automation-control';
import {
  getSubscription,
  type Meter,
  type Subscription,
} from '@parlance/shared/contract/api/subscription/subscription';
import { call } from '@parlance/shared/http';
import { useComposed } from '@parlance/shared/loading';
import { useSession } from '@parlance/shared/session';

/** From this share on little is left of what the plan grants. */
const nearlyFull = 0.9;

/** What somebody should see to of the schedules and automations of all. */
type Automations = Pick<ControlSummary, 'held' | 'failed' | 'stopped' | 'without_owner'>;
/**
 * The day on which the plan runs out if nothing is done, what of it is nearly used up, and which schedules and
 * automations do nothing.
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
    return null; // the control room says why; what is known of the plan is said all the same
  }
}

/** What an administrator should see to; nothing for anybody else, and nothing is asked for them. */
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
  // Where it cannot be told the page says nothing: the subscription has a page of its own, which says why.
  return found.status === 'ready' ? found.data : nothing;
}
