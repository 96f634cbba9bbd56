import type { AnalyticsEvent } from '@parlance/shared/contract/api/usage';

/** Where events go. Another service is another sink; whatever it throws stays here. */
export type Sink = {
  /** Resolves when the events have arrived or will never be taken; rejects where another attempt can succeed. */
  send(events: readonly AnalyticsEvent[]): Promise<void>;
  /** While the page goes away: nobody will hear an answer. */
  sendAtExit(events: readonly AnalyticsEvent[]): void;
};

/** Specification §9. */
const requestTimeoutMs = 60_000;

/** The product's own service, with the proof and the body of a beacon (docs/adr/0010-beacons.md). */
export function createOwnSink(address: () => string): Sink {
  const bodyOf = (events: readonly AnalyticsEvent[]) => JSON.stringify({ events });
  const keepAlivePost = (events: readonly AnalyticsEvent[]) =>
    fetch(address(), { method: 'POST', body: bodyOf(events), keepalive: true, credentials: 'include', signal: AbortSignal.timeout(requestTimeoutMs) });
  return {
    async send(events) {
      const { status } = await keepAlivePost(events);
      if (status >= 500 || status === 408 || status === 429) throw new Error(`The analytics service answered ${status}.`);
    },
    sendAtExit(events) {
      if (!navigator.sendBeacon(address(), bodyOf(events))) keepAlivePost(events).catch(() => undefined); // nobody is left to tell
    },
  };
}
