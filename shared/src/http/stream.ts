import { EventSourceParserStream } from 'eventsource-parser/stream';
import { fillPath, type Endpoint, type Input, type Output } from '../contract/endpoint.ts';
import { ApiFailure, failureFrom } from './api-failure.ts';
import { baseOf, headersFor } from './clients.ts';
import { nameOf, parseData } from './parse-data.ts';
import { announceSessionDoubt } from './session-end.ts';
import type { AnyInput } from './http.ts';

/** The server pings every 15 s; three missed ones are a dead connection that nobody told us of. */
const stallDeadline = 45_000;
/** Milliseconds before the first attempt to connect again; each further one waits twice as long. */
const firstPause = 500;
const longestPause = 15_000;

export type StreamedEvent<E extends Endpoint> = { readonly id: string; readonly data: Output<E> };
export type StreamOptions<E extends Endpoint> = {
  /** Where to go on: the id of the last event that arrived. */
  readonly lastEventId?: string | null;
  /** Aborted, the iteration ends without an error. */
  readonly signal?: AbortSignal;
  /** Whether no event follows this one. As it is not given: an event of the type `ended`. */
  readonly isLast?: (data: Output<E>) => boolean;
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
  while (!isAborted(signal)) {
    try {
      for await (const event of connect(endpoint, input, lastEventId, options)) {
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
  lastEventId: string | null,
  options: StreamOptions<E>,
): AsyncGenerator<StreamedEvent<E>, void, undefined> {
  const connection = new AbortController();
  const stop = () => connection.abort();
  options.signal?.addEventListener('abort', stop, { once: true });
  const stall = createStallTimer(options.stallAfter ?? stallDeadline, stop);
  try {
    const answer = await open(endpoint, input, lastEventId, connection.signal);
    options.onConnection?.('open');
    const events = answer.pipeThrough(stall.watched).pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    const reader = events.getReader();
    // The abort alone would leave a read waiting where the network is not undici's or a browser's.
    connection.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    for (;;) {
      const next = await reader.read().catch((error: unknown) => {
        throw new ConnectionLost('The stream broke off.', { cause: error });
      });
      if (next.done) return;
      yield { id: next.value.id ?? '', data: parseData(endpoint, 200, JSON.parse(next.value.data)) };
    }
  } finally {
    stall.clear();
    options.signal?.removeEventListener('abort', stop);
    connection.abort();
  }
}

async function open(endpoint: Endpoint, input: unknown, lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { params, query = {}, body } = input as AnyInput; // Input<E> is made of exactly these parts
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  const address = `${baseOf(endpoint.service)}${fillPath(endpoint.path, params)}${search === '' ? '' : `?${search}`}`;
  const headers: Record<string, string> = { ...headersFor(endpoint.service), Accept: 'text/event-stream' };
  if (lastEventId !== null) headers['Last-Event-ID'] = lastEventId;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(address, {
    method: endpoint.method,
    headers,
    credentials: 'include',
    cache: 'no-store',
    signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new ConnectionLost(`${nameOf(endpoint)} could not be reached.`, { cause: error });
  });
  return bodyOf(endpoint, answer);
}

async function bodyOf(endpoint: Endpoint, answer: Response): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (mayBeMended(answer.status)) throw new ConnectionLost(`${nameOf(endpoint)} answered ${answer.status}.`);
  if (!answer.ok) {
    if (answer.status === 401 && endpoint.service === 'main') announceSessionDoubt();
    throw failureFrom(answer.status, await answer.json().catch(() => null), nameOf(endpoint));
  }
  if (answer.body === null || answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    throw new ApiFailure({
      status: answer.status,
      code: 'invalid_response',
      message: `${nameOf(endpoint)} did not answer with text/event-stream; does a proxy answer in its place?`,
    });
  }
  return answer.body;
}

/** The server is restarting, overloaded, or a proxy lost it. */
const mayBeMended = (status: number) => status >= 500 || status === 408 || status === 429;

/** Ends the connection when no byte has come for a while; `watched` lets every byte through and starts the time anew. */
function createStallTimer(after: number, onStall: () => void) {
  let timer = setTimeout(onStall, after);
  const clear = () => clearTimeout(timer);
  const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      clear();
      timer = setTimeout(onStall, after);
      controller.enqueue(chunk);
    },
  });
  return { clear, watched };
}

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
