import type { Endpoint, Input, Output } from '../contract/endpoint.ts';
import { ApiFailure } from './api-failure.ts';
import { type Connection, createConnection, isEventStream, stallDeadline } from './connection.ts';
import { nameOf, parseData } from './parse-data.ts';
import { refused, request } from './request.ts';

/** Milliseconds before the first attempt to connect again; each further one waits twice as long. */
const firstPause = 500;
const longestPause = 15_000;

export type StreamedEvent<E extends Endpoint> = { readonly id: string; readonly data: Output<E> };
export type StreamOptions<E extends Endpoint> = {
  /** Where to go on: the id of the last event that arrived. */
  readonly lastEventId?: string | null;
  /** Aborted, the iteration ends without an error. */
  readonly signal?: AbortSignal;
  /** Whether this event is the last one. By default an event of the type `ended` is. */
  readonly isLast?: (data: Output<E>) => boolean;
  /** A connection that is there already, with what comes next on it. */
  readonly connection?: Connection | null;
  /** Told when the connection is lost and when it is there again. */
  readonly onConnection?: (state: 'open' | 'lost') => void;
  /** Milliseconds without a byte, pings included, until the connection counts as lost. */
  readonly stallAfter?: number;
};

/** A connection that ended before its last event: another one goes on where it stopped. */
class ConnectionLost extends Error {}

/**
 * The events of an endpoint that answers `events`, each checked, until the last one. A connection that is lost, stalls
 * for 45 s or ends early is made again with Last-Event-ID, after pauses that grow from 0.5 to 15 s and end early when
 * the network is back. Throws an ApiFailure for what the server refuses and for an event of another shape.
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

/** A call of its own: the compiler believes that a property once looked at never changes. */
const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true;

/** One connection. Throws ConnectionLost for whatever another attempt may mend. */
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
      yield { id: next.id ?? '', data: parseData(endpoint, 200, JSON.parse(next.data)) };
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

/** The server is restarting, overloaded, or a proxy lost it. */
const mayBeMended = (status: number) => status >= 500 || status === 408 || status === 429;

/** Waits, less long when the browser says that the network is back, and not at all once aborted. */
function pauseAfter(failures: number, signal: AbortSignal | undefined): Promise<void> {
  const longest = Math.min(firstPause * 2 ** failures, longestPause);
  // Spread over the upper half, so that not every reader comes back in the same moment after a restart.
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
