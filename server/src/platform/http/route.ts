import { Readable } from 'node:stream';
import { type CheckedInput, type Endpoint, type Output, answerEvent } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { actingAs } from '../principal/acting.ts';
import type { Caller, HalfSession } from '../principal/caller.ts';
import { type StreamEvent, eventText, sendEvents, eventStream } from './event-stream.ts';
import { type FileAnswer, boundedBody, sendFile, statedSize, takeOctetStreams } from './files.ts';
import { type RouteOptions, passes, actingOf, guard } from './guard.ts';
import { type StreamedValue, jsonPieces } from './json-stream.ts';
import { schemaOf } from './openapi-schema.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every endpoint of this service, in the order of registration: what the table of access rights is made from. */
    endpoints: Endpoint[];
  }
  interface FastifyRequest {
    /** Set by the guard of `route`; null on public endpoints. */
    caller: Caller | null;
    /** Set by the guard of `routeHalf`. */
    half: HalfSession | null;
  }
}

/** What a handler of a signed-in endpoint receives. */
export type Context<E extends Endpoint> = CheckedInput<E> & {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
};
/** What a handler of a public endpoint receives: it asks nobody who he is. */
export type PublicContext<E extends Endpoint> = Omit<Context<E>, 'caller'> & { caller: null };

/**
 * Serves an endpoint to people who are signed in and meet what it requires. The handler's answer is the envelope's
 * `data`.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: Context<E>) => Promise<Output<E>>,
  options: RouteOptions = {},
): void {
  requireJsonOfPeople(endpoint);
  register(app, endpoint, options, async (request, reply) => ({
    success: true,
    data: await handler({ ...inputOf<E>(request), caller: callerOf(request), request, reply }),
  }));
}

/**
 * Serves an endpoint whose `data` is sent while it is read, for what may be too much to hold. What the handler throws
 * is an ordinary failure; what fails afterwards cuts the answer off.
 */
export function routeStream<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: Context<E>) => Promise<StreamedValue<Output<E>>>,
): void {
  requireJsonOfPeople(endpoint);
  register(app, endpoint, {}, async (request, reply) => {
    const data = await handler({ ...inputOf<E>(request), caller: callerOf(request), request, reply });
    return reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(jsonPieces({ success: true, data }), { objectMode: false }));
  });
}

function requireJsonOfPeople(endpoint: Endpoint): void {
  if (endpoint.requires === 'public') throw new Error(`${nameOf(endpoint)} is public: serve it with routePublic().`);
  if (endpoint.requires === 'second-factor')
    throw new Error(`${nameOf(endpoint)} is between two steps of a sign-in: serve it with routeHalf().`);
  if (endpoint.accepts === 'file') throw new Error(`${nameOf(endpoint)} accepts a file: serve it with routeUpload().`);
  if (endpoint.answers === 'file') throw new Error(`${nameOf(endpoint)} answers a file: serve it with routeFile().`);
}

/** What a handler between the two steps of a sign-in receives: nobody is signed in yet. */
export type HalfContext<E extends Endpoint> = Omit<Context<E>, 'caller'> & { half: HalfSession };

/** Serves an endpoint to whoever has given the right password and not yet the code. */
export function routeHalf<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: HalfContext<E>) => Promise<Output<E>>,
): void {
  if (endpoint.requires !== 'second-factor')
    throw new Error(`${nameOf(endpoint)} is not between two steps of a sign-in: serve it with route().`);
  register(app, endpoint, {}, async (request, reply) => {
    if (request.half === null) throw new Error('An endpoint of the second step was reached without its guard.');
    return { success: true, data: await handler({ ...inputOf<E>(request), half: request.half, request, reply }) };
  });
}

/** Serves an endpoint to anyone. */
export function routePublic<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: PublicContext<E>) => Promise<Output<E>>,
  options: RouteOptions = {},
): void {
  if (endpoint.requires !== 'public') throw new Error(`${nameOf(endpoint)} is not public: serve it with route().`);
  register(app, endpoint, options, async (request, reply) => ({
    success: true,
    data: await handler({ ...inputOf<E>(request), caller: null, request, reply }),
  }));
}

export type EventsContext<E extends Endpoint> = Context<E> & {
  /** The id of the last event the reader has, where it comes back. */
  lastEventId: string | null;
  /** Aborted when the reader has gone or the server stops. */
  signal: AbortSignal;
};

/**
 * Serves an endpoint as text/event-stream. What the handler throws before its first event is an ordinary failure
 * envelope; afterwards the stream ends, and the reader comes back with Last-Event-ID.
 */
export function routeEvents<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    context: EventsContext<E>,
  ) => AsyncIterable<StreamEvent<Output<E>>> | Promise<AsyncIterable<StreamEvent<Output<E>>>>,
  /** Whether the caller, as they are now, may go on reading; asked of a stream that is open, after the guard. */
  mayGoOn: (context: Context<E>) => Promise<boolean> = async () => true,
): void {
  if (endpoint.answers !== 'events') throw new Error(`${nameOf(endpoint)} answers json: serve it with route().`);
  register(app, endpoint, {}, (request, reply) =>
    sendEvents<StreamEvent<Output<E>>>(app, request, reply, {
      textOf: ({ id, data }) => eventText({ id, data: z.parse(endpoint.response, data) }),
      async start(signal) {
        const lastEventId = request.headers['last-event-id'];
        const events = await handler({
          ...inputOf<E>(request),
          caller: callerOf(request),
          request,
          reply,
          signal,
          lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : null,
        });
        return { head: null, events };
      },
      isAllowed: async () =>
        (await passes(app, endpoint, request, reply)) &&
        mayGoOn({ ...inputOf<E>(request), caller: callerOf(request), request, reply }),
    }),
  );
}

/** An answer with what follows it. The first event is named and has the data of the answer. */
export type FollowedAnswer<Data, Event> = {
  readonly data: Data;
  /** Of the first event: where a stream of those that follow goes on that is cut there. */
  readonly id: string;
  /** The events of the endpoint that goes on from it; null where the reader asks that one when it is time. */
  readonly events: ((signal: AbortSignal) => Promise<AsyncIterable<StreamEvent<Event>>>) | null;
};

/**
 * Serves an endpoint that is followed by events. Who accepts text/event-stream gets both in one answer, whoever does
 * not the data alone. What the handler throws is an ordinary failure envelope.
 */
export function routeFollowed<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: Context<E>) => Promise<FollowedAnswer<Output<E>, unknown>>,
  /** As in routeEvents: whether the caller may go on reading what follows this answer. */
  mayGoOn: (data: Output<E>, caller: Caller) => Promise<boolean>,
): void {
  const { followedBy } = endpoint;
  if (followedBy === undefined) throw new Error(`${nameOf(endpoint)} is followed by nothing: serve it with route().`);
  register(app, endpoint, {}, async (request, reply) => {
    const answer = () => handler({ ...inputOf<E>(request), caller: callerOf(request), request, reply });
    if (!acceptsEvents(request)) return { success: true, data: (await answer()).data };
    let given: Output<E> | undefined;
    return sendEvents<StreamEvent<unknown>>(app, request, reply, {
      textOf: ({ id, data }) => eventText({ id, data: z.parse(followedBy.response, data) }),
      async start(signal) {
        const { data, id, events } = await answer();
        given = data;
        return {
          head: eventText({ id, data: z.parse(endpoint.response, data) }, answerEvent),
          events: events === null ? nothing() : await events(signal),
        };
      },
      isAllowed: async () =>
        given !== undefined && (await passes(app, endpoint, request, reply)) && mayGoOn(given, callerOf(request)),
    });
  });
}

const acceptsEvents = ({ headers }: FastifyRequest) => headers.accept?.includes(eventStream) === true;

async function* nothing(): AsyncGenerator<never> {}

export type UploadContext<E extends Endpoint> = Context<E> & {
  /** How many bytes there are as the sender says; null where they do not say. */
  size: number | null;
  /**
   * The bytes as they arrive. Throws body_too_large where there are more than the endpoint takes, and when the sender
   * has gone.
   */
  content: AsyncIterable<Uint8Array>;
};

/** Serves an endpoint whose body is a file. It is refused before it is read where it says that it is too large. */
export function routeUpload<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  maxBytes: number,
  handler: (context: UploadContext<E>) => Promise<Output<E>>,
): void {
  if (endpoint.accepts !== 'file') throw new Error(`${nameOf(endpoint)} accepts json: serve it with route().`);
  takeOctetStreams(app);
  register(app, endpoint, {}, async (request, reply) => {
    const content = boundedBody(request, maxBytes);
    return {
      success: true,
      data: await handler({
        ...inputOf<E>(request),
        caller: callerOf(request),
        request,
        reply,
        content,
        size: statedSize(request),
      }),
    };
  });
}

/**
 * Serves an endpoint that answers with a file. It is saved by browsers, and never shown, run or framed in this origin.
 */
export function routeFile<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: Context<E>) => Promise<FileAnswer>,
): void {
  if (endpoint.answers !== 'file') throw new Error(`${nameOf(endpoint)} answers json: serve it with route().`);
  register(app, endpoint, {}, async (request, reply) =>
    sendFile(reply, await handler({ ...inputOf<E>(request), caller: callerOf(request), request, reply })),
  );
}

function register(
  app: FastifyInstance,
  endpoint: Endpoint,
  options: RouteOptions,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.endpoints.push(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    onRequest: async (request, reply) => {
      await guard(app, endpoint, options, request, reply);
    },
    handler: (request, reply) => actingAs(actingOf(request), () => handler(request, reply)),
  });
}

/** Fastify has checked each part with the endpoint's own schema before the handler runs. */
const inputOf = <E extends Endpoint>({ params, query, body }: FastifyRequest) =>
  ({ params, query, body }) as CheckedInput<E>; // checked by the validator

function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('A signed-in endpoint was reached without its guard.');
  return request.caller;
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
