import type { Endpoint, Input, Output } from '../contract/endpoint.ts';
import { ApiFailure } from './api-failure.ts';
import { type Connection, createConnection, isEventStream, stallDeadline } from './connection.ts';
import { nameOf, parseEvent } from './parse-data.ts';
import { refused, request } from './request.ts';

/** Milliseconds before the first reconnect; each further one waits twice as long. */
const firstPause = 500;
const longestPause = 15_000;

export type StreamedEvent<E extends Endpoint> = { readonly id: string; readonly data: Output<E> };
export type StreamOptions<E extends Endpoint> = {
  /** The id of the last event that arrived, at which to continue. */
  readonly lastEventId?: string | null;
  /** An abort ends the iteration without an error. */
  readonly signal?: AbortSignal;
  /** Says whether this event is the last one. By default an event of the type `ended` is. */
  readonly isLast?: (data: Output<E>) => boolean;
  /** An open connection whose next events are still to be read. */
  readonly connection?: Connection | null;
  /** Called when the connection is lost and when it is back. */
  readonly onConnection?: (state: 'open' | 'lost') => void;
  /** The stall timeout in milliseconds: the time without a byte, pings included. */
  readonly stallAfter?: number;
};

/** A connection that ended before its last event: another one continues there. */
class ConnectionLost extends Error {}

/**
 * Yields the events of an endpoint that answers `events`, each checked, until the last one, and leaves out those of an
 * unknown type. A connection that is lost, stalls for 45 s or ends early is reopened with Last-Event-ID, after pauses
 * that grow from 0.5 to 15 s and end early when the network is back. Throws an ApiFailure for a refusal by the server
 * and for an event of another shape.
 */
export async function* stream<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: StreamOptions<E> = {},
): AsyncGenerator<StreamedEvent<E>, void, undefined> {
  const { signal, isLast = isEnded } = options;
  let lastEventId = options.lastEventId ?? null;
  let failures = 0;
  let given = options.connection ?? null;
  while (!isAborted(signal)) {
    try {
      const connected = connect(endpoint, input, { ...options, lastEventId, connection: given });
      given = null;
      for await (const event of connected) {
        failures = 0;
        if (event.id !== '') lastEventId = event.id;
        yield event;
        if (isLast(event.data)) return;
      }
    } catch (error) {
      if (isAborted(signal)) return;
      if (!(error instanceof ConnectionLost)) throw error;
    }
    if (isAborted(signal)) return;
    options.onConnection?.('lost');
    await pauseAfter(failures, signal);
    failures += 1;
  }
}

const isEnded = (data: unknown) => typeof data === 'object' && data !== null && 'type' in data && data.type === 'ended';

/** A function, because the compiler assumes that a property once read never changes. */
const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true;

/** Reads one connection. Throws ConnectionLost for any failure that a retry may cure. */
async function* connect<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: StreamOptions<E>,
): AsyncGenerator<StreamedEvent<E>, void, undefined> {
  const { signal, onConnection } = options;
  const connection = options.connection ?? (await open(endpoint, input, options));
  signal?.addEventListener('abort', connection.close, { once: true });
  try {
    onConnection?.('open');
    for (;;) {
      const next = await connection.next().catch((error: unknown) => {
        throw new ConnectionLost('The stream broke off.', { cause: error });
      });
      if (next === null) return;
      const data = parseEvent(endpoint, JSON.parse(next.data));
      if (data !== null) yield { id: next.id ?? '', data };
    }
  } finally {
    signal?.removeEventListener('abort', connection.close);
    connection.close();
  }
}

async function open<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { lastEventId, signal, stallAfter = stallDeadline }: StreamOptions<E>,
): Promise<Connection> {
  const connecting = createConnection({ answerWithin: stallAfter, stallAfter });
  signal?.addEventListener('abort', connecting.close, { once: true });
  try {
    const answer = await request(endpoint, input, { lastEventId, signal: connecting.signal }).catch(
      (error: unknown) => {
        throw new ConnectionLost(`${nameOf(endpoint)} could not be reached.`, { cause: error });
      },
    );
    if (mayBeMended(answer.status)) throw new ConnectionLost(`${nameOf(endpoint)} answered ${answer.status}.`);
    if (!answer.ok) throw await refused(endpoint, answer);
    if (answer.body !== null && isEventStream(answer)) return connecting.read(answer.body);
    throw new ApiFailure({
      status: answer.status,
      code: 'invalid_response',
      message: `${nameOf(endpoint)} did not answer with text/event-stream; does a proxy answer in its place?`,
    });
  } catch (error) {
    connecting.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', connecting.close);
  }
}

/** True for a server that is restarting or overloaded, or a proxy that lost it. */
const mayBeMended = (status: number) => status >= 500 || status === 408 || status === 429;

/** Waits, shorter if the browser reports that the network is back, and not at all once aborted. */
function pauseAfter(failures: number, signal: AbortSignal | undefined): Promise<void> {
  const longest = Math.min(firstPause * 2 ** failures, longestPause);
  // Jitter over the upper half, so that not every reader reconnects at the same moment after a restart.
  const duration = longest * (0.5 + Math.random() / 2);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, duration);
    window.addEventListener('online', done);
    signal?.addEventListener('abort', done);
  });
}
