import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/** An event; `id` is its SSE id, which a reader sends back as Last-Event-ID. */
export type StreamEvent<Data> = { id: string; data: Data };

declare module 'fastify' {
  interface FastifyInstance {
    /** The abort controllers of open streams; aborted when the server stops. */
    openStreams: Set<AbortController>;
    /** The number of streams each session has open in this process. */
    streamsOfSessions: Map<string, number>;
  }
}

/**
 * The ping interval: below the shortest idle timeout of common proxies (30 s), and the longest time a stream outlives
 * its session.
 */
const pingEveryMs = 15_000;
/** The time the response status waits for what the handler has to say. */
const openAfterMs = 1000;
/** The Retry-After of a session that has as many streams open as allowed. */
const comeAgainSeconds = 5;

/** The head of a stream, if it is known before the events, and its events. */
export type Opening<Event> = { readonly head: string | null; readonly events: AsyncIterable<Event> };

type Source<Event> = {
  start(signal: AbortSignal): Promise<Opening<Event>>;
  /** Formats an event for sending. */
  textOf(event: Event): string;
  /** True if the reader still has access; checked as long as the stream is open. */
  isAllowed(): Promise<boolean>;
};

/** Sends the events as they come; ends with them, with the reader's disconnection, or with a stop of the server. */
export async function sendEvents<Event>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { start, textOf, isAllowed }: Source<Event>,
): Promise<FastifyReply> {
  const leaveSession = enterSession(app, request);
  const stop = new AbortController();
  const gone = () => stop.abort();
  const left = once(stop.signal, 'abort');
  // Clients that still get in during a stop are sent elsewhere as well.
  if (app.leaving === 'begun') stop.abort();
  else app.openStreams.add(stop);
  reply.raw.once('close', gone);
  try {
    const { head, events: source } = await start(stop.signal);
    const events = source[Symbol.asyncIterator]();
    const first = events.next();
    // Waited for before the status is sent, so that what is refused is refused with its own status; but not for long,
    // because a reader, and whatever stands between, must hear that the stream is there.
    if (head === null) await Promise.race([first, setTimeout(openAfterMs, undefined, { ref: false }), left]);
    openStream(reply, head);
    keepUp(request, reply, stop, isAllowed);
    // Once for the whole stream: each further promise that waits for its end would stay until then.
    await Promise.race([pump(reply, textOf, first, events, stop.signal), left]);
  } catch (error) {
    if (!reply.raw.headersSent) throw error;
    if (!stop.signal.aborted) request.log.error({ err: error }, 'an event stream broke off');
  } finally {
    leaveSession();
    app.openStreams.delete(stop);
    reply.raw.off('close', gone);
    stop.abort();
    if (reply.raw.headersSent) reply.raw.end();
  }
  return reply;
}

/** Counts a stream of the session; the returned function uncounts it. Throws rate_limited if the maximum is open. */
function enterSession(
  { config: { SESSION_STREAMS_AT_ONCE: most }, streamsOfSessions: open }: FastifyInstance,
  { caller }: FastifyRequest,
): () => void {
  if (caller === null || most === 0) return () => undefined;
  const { sessionId } = caller;
  const before = open.get(sessionId) ?? 0;
  if (before >= most) throw new ApiError('rate_limited', { retryAfterSeconds: comeAgainSeconds });
  open.set(sessionId, before + 1);
  return () => {
    const left = (open.get(sessionId) ?? 0) - 1;
    if (left > 0) open.set(sessionId, left);
    else open.delete(sessionId);
  };
}

/** Pings proxies to keep the stream alive, and ends one that nobody reads or may read any longer. */
function keepUp(
  request: FastifyRequest,
  reply: FastifyReply,
  stop: AbortController,
  isAllowed: () => Promise<boolean>,
): void {
  // The stream ended before it was open: nothing would clear the timer.
  if (stop.signal.aborted) return;
  let wasStuck = false;
  const look = async () => {
    const isStuck = reply.raw.writableNeedDrain;
    // The reader has taken nothing since the last check: drop what is buffered for it together with its connection.
    if (isStuck && wasStuck) return void reply.raw.destroy();
    wasStuck = isStuck;
    if (!isStuck) reply.raw.write(': ping\n\n');
    if (!(await isAllowed())) stop.abort();
  };
  const timer = setInterval(() => {
    // A database that is away is no reason to break off what does not need it; it is asked again with the next ping.
    look().catch((error: unknown) => request.log.warn({ err: error }, 'whether a stream may go on could not be asked'));
  }, pingEveryMs);
  stop.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** A hijacked reply skips Fastify's own sending: the headers that plugins have set (CORS, security) are copied. */
function openStream(reply: FastifyReply, head: string | null): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx would hold the answer back until its buffer is full.
    'x-accel-buffering': 'no',
  });
  // Flushes the headers together with the head, in one piece.
  if (head === null) reply.raw.flushHeaders();
  else reply.raw.write(head);
}

/** Formats an event of the wire protocol; with a name unless it is an ordinary one. */
export function eventText({ id, data }: StreamEvent<unknown>, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}id: ${id.replace(/[\r\n]/g, '')}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A call of its own: the compiler believes that a property once looked at never changes. */
const isAborted = (signal: AbortSignal) => signal.aborted;

async function pump<Event>(
  reply: FastifyReply,
  textOf: (event: Event) => string,
  first: Promise<IteratorResult<Event>>,
  events: AsyncIterator<Event>,
  signal: AbortSignal,
): Promise<void> {
  // Lets the generator leave its own finally; it may still be waiting, so nobody waits for it.
  const leave = () => void events.return?.().catch(() => undefined);
  if (isAborted(signal)) return leave();
  signal.addEventListener('abort', leave, { once: true });
  for (let pending = first; ; pending = events.next()) {
    const event = await pending;
    if (event.done === true || signal.aborted) return;
    if (!reply.raw.write(textOf(event.value))) await once(reply.raw, 'drain', { signal });
  }
}

/** Ends open streams at a stop: their readers reconnect and resume. */
export function endStreamsOnClose(app: FastifyInstance): void {
  app.decorate('openStreams', new Set<AbortController>());
  app.decorate('streamsOfSessions', new Map<string, number>());
  app.addHook('preClose', async () => {
    for (const stream of app.openStreams) stream.abort();
  });
}

export const eventStream = 'text/event-stream';
