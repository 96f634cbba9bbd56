import * as z from '@parlance/shared/contract/schema';
import type { Requirement } from './access/access.ts';
import { meter } from './values/meter.ts';

type Schema = z.core.$ZodType;
type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** The three API bases of specification §7. */
export type ServiceName = 'main' | 'charts' | 'payment';

/**
 * The access to an endpoint. `public` is anyone. `second-factor` is a person who has given the right password but not
 * yet the code, and nobody else. Otherwise the person must be signed in and meet the requirement.
 */
export type EndpointAccess = 'public' | 'second-factor' | Requirement;

/**
 * The contract between browser and server for one method of one path. `params`, `query` and `body` are checked by the
 * server, `response` (the `data` of the envelope) by both.
 */
export type Endpoint<
  Path extends string = string,
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
> = {
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` marks a parameter, as in Fastify. */
  readonly path: Path;
  /** The access, without a default: an endpoint that does not say who may call it does not compile. */
  readonly requires: EndpointAccess;
  /** One sentence for the OpenAPI document: the response of the call. */
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /**
   * `events`: the response is text/event-stream and `response` is the shape of one event's data. `file`: it is bytes.
   */
  readonly answers: 'json' | 'events' | 'file';
  /** `file`: the body is bytes (application/octet-stream), sent with `upload`. */
  readonly accepts: 'json' | 'file';
  /**
   * An endpoint of events that continue this one's response. A caller that accepts text/event-stream gets them in the
   * same response, behind a first event named `answer` with the `data` of the envelope; they may be left out. A stream
   * that is cut continues at the other endpoint, with Last-Event-ID.
   */
  readonly followedBy: Endpoint | undefined;
};

/** The name of the event that comes before those of `followedBy`. Events of a stream of their own have none. */
export const answerEvent = 'answer';

/** The input that a caller passes and a handler receives: exactly the parts that the endpoint declares. */
export type Input<E extends Endpoint> = (E['params'] extends Schema ? { params: z.input<E['params']> } : unknown) &
  (E['query'] extends Schema ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends Schema ? { body: z.input<E['body']> } : unknown);
/** The input that arrives in a handler: checked, with defaults filled in. */
export type CheckedInput<E extends Endpoint> = {
  params: E['params'] extends Schema ? z.output<E['params']> : undefined;
  query: E['query'] extends Schema ? z.output<E['query']> : undefined;
  body: E['body'] extends Schema ? z.output<E['body']> : undefined;
};
/** The `data` of a successful response, or one event of a stream. */
export type Output<E extends Endpoint> = z.output<E['response']>;

type EndpointDeclaration<P extends string, Params, Query, Body, Response> = {
  service?: ServiceName;
  method: Endpoint['method'];
  path: P;
  requires: EndpointAccess;
  summary: string;
  query?: Query;
  body?: Body;
  response: Response;
  answers?: Endpoint['answers'];
  accepts?: Endpoint['accepts'];
  followedBy?: Endpoint;
} & ([PathParams<P>] extends [never] ? { params?: undefined } : { params: Params });

/** Declares an endpoint of the main service unless `service` says otherwise. */
export function endpoint<
  const P extends string,
  Response extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(declared: EndpointDeclaration<P, Params, Query, Body, Response>): Endpoint<P, Params, Query, Body, Response> {
  return {
    service: declared.service ?? 'main',
    method: declared.method,
    path: declared.path,
    requires: declared.requires,
    summary: declared.summary,
    params: declared.params as Params, // the conditional type above guarantees it whenever the path names one
    query: declared.query as Query, // absent means undefined, which is what Query then is
    body: declared.body as Body,
    response: declared.response,
    answers: declared.answers ?? 'json',
    accepts: declared.accepts ?? 'json',
    followedBy: declared.followedBy,
  };
}

/** Fills in and encodes the parameters of a path. Throws if one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs the parameter “${name}”.`);
    return encodeURIComponent(value);
  });
}

/** The query of every list: at most 100 rows after the cursor of an earlier page. */
export const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 30),
});

/** The `data` of every list. `next_cursor` is null on the last page. */
export const pageOf = <S extends Schema>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) });

/** The envelope of every failed JSON response. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  /** The id of the request in the server's log. */
  request_id: z.string(),
  /** The faults of a body or a query: a path like `body.email`, and the reason in a word. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The plan limit that refused it: its usage, and when it resets. */
  meter: z.optional(meter),
});
export type Failure = z.infer<typeof failure>;
