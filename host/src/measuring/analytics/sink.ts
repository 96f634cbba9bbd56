import type { AnalyticsEvent } from '@parlance/shared/contract/api/usage';
import { doubtSessionAt } from '@parlance/shared/http';
import { keepAlivePost, sendBeacon } from '../beacon.ts';

/** A destination of events. Another service is another sink; its exceptions stay here. */
export type Sink = {
  /** Sends events. Resolves when they have arrived or will never be accepted; rejects if a retry can succeed. */
  send(events: readonly AnalyticsEvent[]): Promise<void>;
  /** Sends events while the page unloads, without a response. */
  sendAtExit(events: readonly AnalyticsEvent[]): void;
};

/** Creates the sink of the product's own service. */
export function createOwnSink(address: () => string): Sink {
  return {
    async send(events) {
      const status = await keepAlivePost(address(), { events });
      // whoami decides whether the session is over; if it is not, the events are accepted with the next attempt.
      doubtSessionAt(status, undefined);
      if (status >= 500 || status === 401 || status === 408 || status === 429)
        throw new Error(`The analytics service answered ${status}.`);
    },
    sendAtExit: (events) => sendBeacon(address(), { events }),
  };
}
