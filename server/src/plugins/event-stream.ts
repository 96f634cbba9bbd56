import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** `id` goes to the reader as the SSE id; it comes back with it as Last-Event-ID. */
export type StreamEvent<Data> = { id: string; data: Data };

declare module 'fastify' {
  interface FastifyInstance {
    /** One for each open stream; aborted when the server stops. */
    openStreams: Set<AbortController>;
  }
}

/** Under the shortest idle timeout of usual proxies (30 s). */
const pingEveryMs = 15_000;
/** How long the answer's status waits for what the handler has to say. */
const openAfterMs = 1000;

type Start<Data> = (signal: AbortSignal) => Promise<AsyncIterable<StreamEvent<Data>>>;

/** Sends the events as they come and ends when they end, the reader goes, or the server stops. */
export async function sendEvents<Schema extends z.core.$ZodType>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  schema: Schema,
  start: Start<z.output<Schema>>,
): Promise<FastifyReply> {
  const stop = new AbortController();
  const gone = () => stop.abort();
  app.openStreams.add(stop);
  reply.raw.once('close', gone);
  try {
    const events = (await start(stop.signal))[Symbol.asyncIterator]();
    const first = events.next();
    // Waited for before the status is sent, so that what is refused is refused with its own status; but not for long,
    // because a reader, and whatever stands between, must hear that the stream is there.
    await Promise.race([first, setTimeout(openAfterMs, undefined, { ref: false }), once(stop.signal, 'abort')]);
    openStream(reply);
    await pump(reply, schema, first, events, stop.signal);
  } catch (error) {
    if (!reply.raw.headersSent) throw error;
    if (!stop.signal.aborted) request.log.error({ err: error }, 'an event stream broke off');
  } finally {
    app.openStreams.delete(stop);
    reply.raw.off('close', gone);
    stop.abort();
    if (reply.raw.headersSent) reply.raw.end();
  }
  return reply;
}

/** A hijacked reply skips Fastify's own sending: the headers that plugins have set (CORS, security) are copied. */
function openStream(reply: FastifyReply): void {
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
  reply.raw.flushHeaders();
}

async function pump<Schema extends z.core.$ZodType>(
  reply: FastifyReply,
  schema: Schema,
  first: Promise<IteratorResult<StreamEvent<z.output<Schema>>>>,
  events: AsyncIterator<StreamEvent<z.output<Schema>>>,
  signal: AbortSignal,
): Promise<void> {
  const ping = setInterval(() => reply.raw.write(': ping\n\n'), pingEveryMs);
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
  try {
    for (let pending = first; ; pending = events.next()) {
      const event = await Promise.race([pending, aborted]);
      if (event === undefined || event.done === true || signal.aborted) return;
      const { id, data } = event.value;
      const text = `id: ${id.replace(/[\r\n]/g, '')}\ndata: ${JSON.stringify(z.parse(schema, data))}\n\n`;
      if (!reply.raw.write(text)) await Promise.race([once(reply.raw, 'drain'), aborted]);
    }
  } finally {
    clearInterval(ping);
    // Lets the generator leave its own finally; it may still be waiting, so nobody waits for it.
    events.return?.().catch(() => undefined);
  }
}

/** Open streams must not hold up a stop: their readers come back and go on where they were. */
export function endStreamsOnClose(app: FastifyInstance): void {
  app.decorate('openStreams', new Set<AbortController>());
  app.addHook('preClose', async () => {
    for (const stream of app.openStreams) stream.abort();
  });
}
