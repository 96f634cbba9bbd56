import type { AnalyticsEvent } from '@parlance/shared/contract/api/usage';
import { doubtSessionAt } from '@parlance/shared/http';
import { keepAlivePost, sendBeacon } from '../beacon.ts';

/** Where events go. Another service is another sink; whatever it throws stays here. */
export type Sink = {
  /** Resolves when the events have arrived or will never be taken; rejects where another attempt can succeed. */
  send(events: readonly AnalyticsEvent[]): Promise<void>;
  /** While the page goes away: nobody will hear an answer. */
  sendAtExit(events: readonly AnalyticsEvent[]): void;
};

/** The product's own service. */
export function createOwnSink(address: () => string): Sink {
  return {
    async send(events) {
      const status = await keepAlivePost(address(), { events });
      // Whether the session is over is for whoami to say; where it is not, the events are taken with the next attempt.
      doubtSessionAt(status, undefined);
      if (status >= 500 || status === 401 || status === 408 || status === 429)
        throw new Error(`The analytics service answered ${status}.`);
    },
    sendAtExit: (events) => sendBeacon(address(), { events }),
  };
}
