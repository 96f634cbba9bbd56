import { type Denial, decide } from '@parlance/shared/contract/access';
import { type CheckedInput, type Endpoint, type Output, failure } from '@parlance/shared/contract/endpoint';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import type { Caller, HalfSession } from './caller.ts';
import { type StreamEvent, sendEvents } from './event-stream.ts';
import { languageOf } from './texts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every endpoint of this service, in the order of registration: what the table of access rights is made from. */
    endpoints: Endpoint[];
  }
  interface FastifyRequest {
    /** Set by the guard of `route`; null on public endpoints. */
    caller: Caller | null;
    /** Set by the guard of `halfRoute`. */
    half: HalfSession | null;
  }
}

/** What a handler of a signed-in endpoint receives. */
export type Context<E extends Endpoint> = CheckedInput<E> & { caller: Caller; request: FastifyRequest; reply: FastifyReply };
/** What a handler of a public endpoint receives: it asks nobody who he is. */
export type PublicContext<E extends Endpoint> = Omit<Context<E>, 'caller'> & { caller: null };

type Options = {
  /** A GET that changes state has its origin checked as an unsafe method has. */
  changesState?: boolean;
  /**
   * `origin`: for what a beacon sends, which cannot carry X-CSRFToken. Its browser must then say where it comes from; who
   * says nothing is refused. Everything else proves itself by the header.
   */
  proof?: 'origin';
  /** Bytes of a body, where the service's own limit is not the right one. */
  bodyLimit?: number;
};

/** Serves an endpoint to people who are signed in and meet what it requires. The handler's answer is the envelope's `data`. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: (context: Context<E>) => Promise<Output<E>>, options: Options = {}): void {
  if (endpoint.requires === 'public') throw new Error(`${nameOf(endpoint)} is public: serve it with publicRoute().`);
  if (endpoint.requires === 'second-factor') throw new Error(`${nameOf(endpoint)} is between two steps of a sign-in: serve it with halfRoute().`);
  register(app, endpoint, options, async (request, reply) => ({
    success: true,
    data: await handler({ ...inputOf<E>(request), caller: callerOf(request), request, reply }),
  }));
}

/** What a handler between the two steps of a sign-in receives: nobody is signed in yet. */
export type HalfContext<E extends Endpoint> = Omit<Context<E>, 'caller'> & { half: HalfSession };

/** Serves an endpoint to whoever has given the right password and not yet the code. */
export function halfRoute<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: (context: HalfContext<E>) => Promise<Output<E>>): void {
  if (endpoint.requires !== 'second-factor') throw new Error(`${nameOf(endpoint)} is not between two steps of a sign-in: serve it with route().`);
  register(app, endpoint, {}, async (request, reply) => {
    if (request.half === null) throw new Error('An endpoint of the second step was reached without its guard.');
    return { success: true, data: await handler({ ...inputOf<E>(request), half: request.half, request, reply }) };
  });
}

/** Serves an endpoint to anyone. */
export function publicRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: PublicContext<E>) => Promise<Output<E>>,
  options: Options = {},
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
  handler: (context: EventsContext<E>) => AsyncIterable<StreamEvent<Output<E>>> | Promise<AsyncIterable<StreamEvent<Output<E>>>>,
): void {
  if (endpoint.answers !== 'events') throw new Error(`${nameOf(endpoint)} answers json: serve it with route().`);
  register(app, endpoint, {}, (request, reply) =>
    sendEvents(app, request, reply, endpoint.response, async (signal) => {
      const lastEventId = request.headers['last-event-id'];
      return handler({
        ...inputOf<E>(request),
        caller: callerOf(request),
        request,
        reply,
        signal,
        lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : null,
      });
    }),
  );
}

function register(app: FastifyInstance, endpoint: Endpoint, options: Options, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void {
  app.endpoints.push(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    onRequest: async (request, reply) => {
      await guard(app, endpoint, options, request, reply);
    },
    handler,
  });
}

/** Who may call: asked before the body is read, in the order 401 → origin and CSRF → registration, status, role, plan. */
async function guard(app: FastifyInstance, endpoint: Endpoint, options: Options, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const unsafe = endpoint.method !== 'GET' || options.changesState === true;
  if (endpoint.requires === 'public') {
    if (unsafe) app.checkOrigin(request);
    return;
  }
  if (endpoint.requires === 'second-factor') {
    request.half = await app.identifyHalf(request, reply);
    if (request.half === null) throw new ApiError('unauthenticated');
    app.checkOrigin(request);
    app.checkCsrf(request);
    return;
  }
  const caller = await app.identify(request, reply);
  if (caller === null) throw new ApiError('unauthenticated');
  if (unsafe) {
    if (options.proof === 'origin') app.checkStatedOrigin(request);
    else {
      app.checkOrigin(request);
      app.checkCsrf(request);
    }
  }
  const decision = decide(endpoint.requires, caller);
  if (!decision.allowed) throw new ApiError(codeOf[decision.because]);
  request.caller = { ...caller, language: languageOf(request, caller.language) };
}

const codeOf: Record<Denial, ErrorCode> = {
  'not-signed-in': 'unauthenticated',
  'registration-incomplete': 'registration_incomplete',
  'registration-complete': 'registration_complete',
  'workspace-expired': 'workspace_expired',
  'workspace-disabled': 'workspace_disabled',
  'role-missing': 'forbidden',
  'feature-missing': 'feature_missing',
};

function schemaOf(endpoint: Endpoint): Record<string, unknown> {
  const answer = endpoint.answers === 'events' ? endpoint.response : z.object({ success: z.literal(true), data: endpoint.response });
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.requires === 'public' ? { security: [] } : { description: describeAccess(endpoint.requires) }),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: {
      200: endpoint.answers === 'events' ? { description: 'One event', content: { 'text/event-stream': { schema: answer } } } : answer,
      '4xx': failure,
      '5xx': failure,
    },
  };
}

function describeAccess(requires: Exclude<Endpoint['requires'], 'public'>): string {
  if (requires === 'second-factor') return 'Requires a sign-in whose password was right and whose code is still to be entered.';
  const parts = [
    requires.role ? `role ${requires.role}` : '',
    requires.feature ? `plan feature ${requires.feature}` : '',
    `workspace ${requires.workspace ?? 'active'}`,
    `registration ${requires.registration ?? 'complete'}`,
  ];
  return `Requires a session; ${parts.filter((part) => part !== '').join(', ')}.`;
}

/** Fastify has checked each part with the endpoint's own schema before the handler runs. */
const inputOf = <E extends Endpoint>({ params, query, body }: FastifyRequest) => ({ params, query, body }) as CheckedInput<E>; // checked by the validator

function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('A signed-in endpoint was reached without its guard.');
  return request.caller;
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
