import { analyticsBatchMax, analyticsTextMax, type AnalyticsEvent } from '@parlance/shared/contract/api/usage';
import type { Sink } from './sink.ts';

/** Milliseconds between two batches. */
export const sendEvery = 10_000;
/** The most events that wait while the service is away; the oldest are dropped first. */
const mostWaiting = 500;
const mostDetails = 20;

export type Detail = Readonly<Record<string, unknown>>;
export type EventQueue = {
  add(event: { name: string; at: number; route: string; detail: Detail }): void;
  /** Sends waiting events, at most a batch at a time. Never throws. */
  flush(): Promise<void>;
  flushAtExit(): void;
  /** Drops all unsent events. */
  drop(): void;
};

/**
 * Creates a queue of events for a sink. `mayAdd` is the consent: without it an event is not even stored. `maySend` says
 * whether the server would accept it now; until then it waits.
 */
export function createEventQueue({
  sink,
  mayAdd,
  maySend,
  newId,
}: {
  sink: Sink;
  mayAdd: () => boolean;
  maySend: () => boolean;
  newId: () => string;
}): EventQueue {
  let waiting: AnalyticsEvent[] = [];
  let isSending = false;
  const ready = () => mayAdd() && maySend() && waiting.length > 0;
  async function flush(): Promise<void> {
    if (isSending || !ready()) return;
    isSending = true;
    const batch = waiting.slice(0, analyticsBatchMax);
    try {
      await sink.send(batch);
      waiting = waiting.filter((event) => !batch.includes(event));
    } catch {
      // A service that is away, or a broken sink, is no concern of the page. Waiting events are retried.
    } finally {
      isSending = false;
    }
  }
  return {
    add({ name, at, route, detail }) {
      if (!mayAdd()) return;
      waiting = [...waiting, { event_id: newId(), name, at, route, detail: plain(detail) }].slice(-mostWaiting);
      if (waiting.length === analyticsBatchMax) void flush();
    },
    flush,
    flushAtExit() {
      while (ready()) {
        const batch = waiting.splice(0, analyticsBatchMax);
        try {
          sink.sendAtExit(batch);
        } catch {
          return; // as above, and there is no retry
        }
      }
    },
    drop: () => void (waiting = []),
  };
}

/** Matches an e-mail address or the id of a row: either could identify somebody. */
const tells = /@|[\da-f]{8}-[\da-f]{4}-/i;

/** Keeps short plain values only, and none that identifies somebody. */
function plain(detail: Detail): AnalyticsEvent['detail'] {
  const kept = Object.entries(detail).filter((entry): entry is [string, string | number | boolean] => {
    const [key, value] = entry;
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(key)) return false;
    return (
      typeof value === 'boolean' ||
      (typeof value === 'number' && Number.isFinite(value)) ||
      (typeof value === 'string' && !tells.test(value))
    );
  });
  return Object.fromEntries(
    kept
      .slice(0, mostDetails)
      .map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, analyticsTextMax) : value]),
  );
}
