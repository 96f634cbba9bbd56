import pg from 'pg';
import type { Hear } from './db/embedded.ts';

type Listener = (payload: string) => void;

/**
 * Live events between parts of the server. A payload is an id or a few words, never content: whoever hears it reads
 * the rest from the database. An event may be lost where a connection breaks, so a listener that must not miss one
 * polls as well. SQL publishes one with its commit: `pg_notify('parlance_events', '<channel> <payload>')`.
 */
export type Events = {
  publish(channel: string, payload: string): void;
  /** Calls the listener for every later event of the channel; what it returns ends that. */
  subscribe(channel: string, listener: Listener): () => void;
  close(): Promise<void>;
};

/** Listeners by channel; one that throws does not keep the others from hearing. */
function createListeners(report: (error: unknown) => void) {
  const byChannel = new Map<string, Set<Listener>>();
  return {
    add(channel: string, listener: Listener): () => void {
      const listeners = byChannel.get(channel) ?? new Set();
      byChannel.set(channel, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) byChannel.delete(channel);
      };
    },
    tell(channel: string, payload: string): void {
      for (const listener of [...(byChannel.get(channel) ?? [])]) {
        try {
          listener(payload);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}

/** Tells the listeners of a payload's channel. */
function tellPayload(listeners: ReturnType<typeof createListeners>, payload: string): void {
  const split = payload.indexOf(' ');
  listeners.tell(payload.slice(0, split), payload.slice(split + 1));
}

/** Events within this process: all there is where the database is embedded. `hear` brings what its transactions tell. */
export function createLocalEvents(report: (error: unknown) => void, hear?: Hear): Events {
  const listeners = createListeners(report);
  hear?.((payload) => tellPayload(listeners, payload));
  return {
    publish: (channel, payload) => queueMicrotask(() => listeners.tell(channel, payload)),
    subscribe: listeners.add,
    close: async () => {},
  };
}

/** One PostgreSQL channel carries all of ours, so that subscribing needs no round trip. */
export const notifyChannel = 'parlance_events';
const reconnectAfterMs = 500;

/** Events between all processes on one PostgreSQL. `url` must be a direct connection: a pooler forgets LISTEN. */
export function createPostgresEvents(url: string, report: (error: unknown) => void): Events {
  const listeners = createListeners(report);
  let closed = false;
  let client: pg.Client | null = null;
  let reconnect: NodeJS.Timeout | undefined;
  /** One event after the other: a client runs one query at a time, and a stop waits for the last. */
  let sending: Promise<void> = Promise.resolve();

  function again(error: unknown): void {
    client = null;
    if (closed) return;
    report(error);
    clearTimeout(reconnect);
    reconnect = setTimeout(() => void connect(), reconnectAfterMs);
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'parlance-events', keepAlive: true });
    next.on('error', again);
    next.on('notification', ({ payload = '' }) => tellPayload(listeners, payload));
    try {
      await next.connect();
      await next.query(`listen ${notifyChannel}`);
      client = next;
      if (closed) await next.end();
    } catch (error) {
      again(error);
    }
  }

  const connected = connect();
  return {
    publish(channel, payload) {
      sending = sending.then(async () => {
        // Not connected: those in this process still hear it; the others poll.
        if (client === null) listeners.tell(channel, payload);
        else await client.query('select pg_notify($1, $2)', [notifyChannel, `${channel} ${payload}`]);
      }).catch(report);
    },
    subscribe: listeners.add,
    async close() {
      closed = true;
      clearTimeout(reconnect);
      await connected;
      await sending;
      await client?.end();
    },
  };
}
