import pg from 'pg';
import type { Hear } from './embedded.ts';

type Listener = (payload: string) => void;

/**
 * Live events between parts of the server. A payload is an id or a few words, never content: whoever hears it reads
 * the rest from the database. An event may be lost where a connection breaks, so a listener that must not miss one
 * polls as well. SQL publishes one with its commit: `pg_notify('parlance_events', '<channel> <payload>')`.
 */
export type Events = {
  publish(channel: string, payload: string): void;
  /** Calls the listener for every later event of the channel; the returned function unsubscribes it. */
  subscribe(channel: string, listener: Listener): () => void;
  close(): Promise<void>;
};

/** Keeps listeners by channel; one that throws does not keep the others from being called. */
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

/**
 * Creates events within this process: all there is for the embedded database. `hear` brings those of its transactions.
 */
export function createLocalEvents(report: (error: unknown) => void, hear?: Hear): Events {
  const listeners = createListeners(report);
  hear?.((payload) => tellPayload(listeners, payload));
  return {
    publish: (channel, payload) => queueMicrotask(() => listeners.tell(channel, payload)),
    subscribe: listeners.add,
    close: async () => {},
  };
}

/** A single PostgreSQL channel carries all events, so that subscribing needs no round trip. */
export const notifyChannel = 'parlance_events';
const reconnectAfterMs = 500;
/** The response timeout after which a connection counts as dead: if the other side has vanished, nobody closes it. */
const answerTimeoutMs = 5_000;
/** The heartbeat interval of a connection on which nothing is published. */
const heartbeatMs = 10_000;

type Patience = { readonly answerTimeoutMs?: number; readonly heartbeatMs?: number };

/**
 * Creates events between all processes on one PostgreSQL. `url` must be a direct connection: a pooler loses LISTEN.
 * `patience` is for tests.
 */
export function createPostgresEvents(url: string, report: (error: unknown) => void, patience: Patience = {}): Events {
  const listeners = createListeners(report);
  const line = createLine(url, { heard: (payload) => tellPayload(listeners, payload), report, ...patience });
  /** Publishes serially: a client runs one query at a time, and a stop waits for the last. */
  let sending: Promise<void> = Promise.resolve();
  return {
    publish(channel, payload) {
      sending = sending.then(async () => {
        // While disconnected, listeners of this process are told directly; other processes poll.
        if (!(await line.notify(`${channel} ${payload}`))) listeners.tell(channel, payload);
      });
    },
    subscribe: listeners.add,
    async close() {
      await sending;
      await line.close();
    },
  };
}

type Line = {
  /** Resolves to true if the notification was sent. */
  notify(text: string): Promise<boolean>;
  close(): Promise<void>;
};
type Hearing = Patience & { readonly heard: (payload: string) => void; readonly report: (error: unknown) => void };

/** Creates the connection that listens, and replaces it whenever it is lost. */
function createLine(
  url: string,
  { heard, report, answerTimeoutMs: answerMs = answerTimeoutMs, heartbeatMs: beatMs = heartbeatMs }: Hearing,
): Line {
  let isClosed = false;
  /** The client that listens or is about to: an earlier one that fails only now does not matter. */
  let current: pg.Client | null = null;
  let isListening = false;
  let reconnect: NodeJS.Timeout | undefined;

  function lost(client: pg.Client, error: unknown): void {
    if (client !== current) return;
    current = null;
    isListening = false;
    client.end().catch(() => undefined); // the connection is lost either way
    if (isClosed) return;
    report(error);
    reconnect = setTimeout(() => void connect(), reconnectAfterMs);
  }

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'parlance-events',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    current = client;
    client.on('error', (error) => lost(client, error));
    client.on('end', () => lost(client, new Error('The connection for live events was ended.')));
    client.on('notification', ({ payload = '' }) => heard(payload));
    try {
      await client.connect();
      await client.query(`listen ${notifyChannel}`);
      isListening = client === current;
    } catch (error) {
      lost(client, error);
    }
  }

  /** Resolves to true if the statement was executed on the line's connection. */
  async function ask(text: string, values: readonly string[]): Promise<boolean> {
    const client = current;
    if (client === null || !isListening) return false;
    try {
      await client.query(text, [...values]);
      return true;
    } catch (error) {
      lost(client, error);
      return false;
    }
  }

  const connected = connect();
  const beat = setInterval(() => void ask('select 1', []), beatMs).unref();
  return {
    notify: (text) => ask('select pg_notify($1, $2)', [notifyChannel, text]),
    async close() {
      isClosed = true;
      clearInterval(beat);
      clearTimeout(reconnect);
      await connected;
      await current?.end();
    },
  };
}
