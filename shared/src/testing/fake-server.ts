import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import * as z from '@parlance/shared/contract/schema';
import { answerEvent, type CheckedInput, type Endpoint, type Failure, type Output } from '../contract/endpoint.ts';
import { errorCodes, type ErrorCode } from '../contract/errors.ts';
import { pageBlocks, type PageConfig } from '../contract/page/page.ts';

const config: PageConfig = {
  apiBase: 'http://localhost:3000/api/main',
  chartsBase: 'http://localhost:3000/api/charts',
  paymentBase: 'http://localhost:3000/api/payment',
  supportEmail: 'support@parlance.example',
  language: 'en',
  release: 'test',
};
const bases = { main: config.apiBase, charts: config.chartsBase, payment: config.paymentBase } as const;

/** A request as the contract's schemas parsed it. `file`: the bytes of one that accepts a file. */
export type ReceivedRequest<E extends Endpoint> = CheckedInput<E> & { headers: Headers; url: URL; file: Uint8Array };
type Answer<E extends Endpoint> = Output<E> | ((input: ReceivedRequest<E>) => Output<E> | Promise<Output<E>>);
type Stream<E extends Endpoint> = readonly { id: string; data: Output<E> }[];

/** The details of some failures: seconds of Retry-After, and issues about parts of the request. */
type FailureDetails = { retryAfter?: number; issues?: Failure['issues'] };

export type FakeServer = {
  /** Answers with data, which must match the contract, or with the result of a function of the request. */
  answer<E extends Endpoint>(endpoint: E, data: Answer<E>): void;
  /** Answers with the failure of a code, `times` times and then as before, or for good. */
  fail(endpoint: Endpoint, code: ErrorCode, options?: FailureDetails & { times?: number }): void;
  /** Answers with a file, for an endpoint that does. */
  answerFile(endpoint: Endpoint, content: BodyInit, mediaType: string): void;
  /** Answers with a status and a body that break the contract on purpose. */
  answerRaw(endpoint: Endpoint, status: number, body: JsonBodyType): void;
  /** Answers a GET of an address outside the contract: keys, files of a build. The function counts the requests. */
  answerAddress(url: string, body: () => { status?: number; json: JsonBodyType }): void;
  /** Breaks the network for this endpoint, `times` times and then as before, or for good. */
  lose(endpoint: Endpoint, options?: { times?: number }): void;
  /** Answers with the failure of a code once the returned function is called. */
  failLate(endpoint: Endpoint, code: ErrorCode): () => void;
  /** Leaves requests unanswered until the test ends. */
  hang(endpoint: Endpoint): void;
  /** Answers with data and streams the events that follow it on the same connection. `then` as for `streamEvents`. */
  answerFollowed<E extends Endpoint>(
    endpoint: E,
    data: Output<E>,
    events: Stream<Endpoint>,
    options?: { then?: 'end' | 'hold' },
  ): void;
  /**
   * Streams the events after Last-Event-ID. `then: 'hold'` leaves the stream open until `cutStreams`; otherwise it
   * ends.
   */
  streamEvents<E extends Endpoint>(
    endpoint: E,
    events: Stream<E>,
    options?: { then?: 'end' | 'hold'; times?: number },
  ): void;
  /**
   * Breaks the streams that are held. Unread events are lost, as with a network: await those that should have arrived.
   */
  cutStreams(): void;
  /** Returns how many held streams of an endpoint the page has not closed. */
  openStreams(endpoint: Endpoint): number;
  /** Returns the requests of an endpoint, in order. */
  requests<E extends Endpoint>(endpoint: E): readonly ReceivedRequest<E>[];
};

type Respond = (request: Request, input: ReceivedRequest<Endpoint>) => Response | Promise<Response>;

/**
 * A network that knows the contract: requests of a screen and responses of the test are both checked. Call it once at
 * the top of a test file; every test begins with no responses, and a request without one fails.
 */
export function fakeServer(): FakeServer {
  const server = setupServer();
  const received = new Map<string, ReceivedRequest<Endpoint>[]>();
  let letGo: (() => void)[] = [];
  let cuts: (() => void)[] = [];
  let held: { readonly key: string; readonly signal: AbortSignal }[] = [];
  const cutStreams = () => {
    for (const cut of cuts) cut();
    cuts = [];
    held = [];
  };
  beforeAll(() => {
    showConfig();
    server.listen({ onUnhandledRequest: 'error' });
  });
  beforeEach(() => {
    received.clear();
    server.resetHandlers(preflight);
  });
  afterEach(() => {
    for (const it of letGo) it();
    letGo = [];
    cutStreams();
  });
  afterAll(() => server.close());

  const on = (endpoint: Endpoint, respond: Respond, times = Infinity) => {
    let left = times;
    server.use(
      http.all(addressOf(endpoint), async ({ request, params }) => {
        if (request.method !== endpoint.method || left <= 0) return undefined;
        left -= 1;
        const input = await readInput(endpoint, request, params);
        if (input instanceof Response) return input;
        received.set(keyOf(endpoint), [...(received.get(keyOf(endpoint)) ?? []), input]);
        return allowed(await respond(request, input));
      }),
    );
  };

  const streamOn = (
    endpoint: Endpoint,
    events: Stream<Endpoint>,
    { then = 'end', times, head }: { then?: 'end' | 'hold'; times?: number | undefined; head?: string },
  ) =>
    on(
      endpoint,
      (request) =>
        eventStream(events, request, head, (stream) => {
          if (then === 'end') return stream.close();
          cuts.push(() => stream.error(new Error('The test cut the stream.')));
          held.push({ key: keyOf(endpoint), signal: request.signal });
        }),
      times,
    );

  return {
    answer: (endpoint, data) =>
      on(endpoint, async (_, input) => {
        // The function's parameter was parsed by on() with this very endpoint.
        const given = typeof data === 'function' ? await (data as (it: unknown) => unknown)(input) : data;
        return HttpResponse.json({ success: true, data: z.parse(endpoint.response, given) as JsonBodyType });
      }),
    fail: (endpoint, code, { times, ...details } = {}) => on(endpoint, () => failed(code, undefined, details), times),
    answerFile: (endpoint, content, mediaType) =>
      on(endpoint, () => new HttpResponse(content, { headers: { 'content-type': mediaType } })),
    answerRaw: (endpoint, status, body) => on(endpoint, () => HttpResponse.json(body, { status })),
    answerAddress: (url, body) =>
      server.use(
        http.get(url, () => {
          const { status = 200, json } = body();
          return allowed(HttpResponse.json(json, { status }));
        }),
      ),
    lose: (endpoint, { times } = {}) => on(endpoint, () => HttpResponse.error(), times),
    failLate(endpoint, code) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      on(endpoint, async () => {
        await promise;
        return failed(code);
      });
      return () => resolve(undefined);
    },
    hang: (endpoint) =>
      on(endpoint, () => new Promise((resolve) => letGo.push(() => resolve(failed('request_timeout'))))),
    answerFollowed: (endpoint, data, events, options = {}) =>
      streamOn(endpoint, events, {
        ...options,
        head: `event: ${answerEvent}\nid: 0\ndata: ${JSON.stringify(z.parse(endpoint.response, data))}\n\n`,
      }),
    streamEvents: (endpoint, events, options = {}) => streamOn(endpoint, events, options),
    cutStreams,
    openStreams: (endpoint) => held.filter((it) => it.key === keyOf(endpoint) && !it.signal.aborted).length,
    // Every request under this key was parsed by this endpoint's schemas.
    requests: <E extends Endpoint>(endpoint: E) => (received.get(keyOf(endpoint)) ?? []) as ReceivedRequest<E>[],
  };
}

const keyOf = (endpoint: Endpoint) => `${endpoint.service} ${endpoint.method} ${endpoint.path}`;
const addressOf = (endpoint: Endpoint) => `${bases[endpoint.service]}${endpoint.path}`;

const cors = {
  'access-control-allow-origin': 'http://localhost:3000',
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'content-type,x-csrftoken,last-event-id',
  'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
  'access-control-expose-headers': 'x-request-id,retry-after,date',
};
const preflight = http.options('*', () => new HttpResponse(null, { status: 204, headers: cors }));

function allowed(answer: Response): Response {
  if (answer.type === 'error') return answer;
  for (const [name, value] of Object.entries(cors)) answer.headers.set(name, value);
  // The server has its own clock: a test that changes the page's leaves it alone.
  answer.headers.set('date', new Date(performance.timeOrigin + performance.now()).toUTCString());
  return answer;
}

function failed(
  code: ErrorCode,
  message = `Said by the server: ${code}.`,
  { retryAfter, issues }: FailureDetails = {},
): Response {
  return HttpResponse.json(
    { success: false, message, code, request_id: 'request-1', ...(issues === undefined ? {} : { issues }) },
    { status: errorCodes[code], headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  );
}

async function readInput(
  endpoint: Endpoint,
  request: Request,
  params: Record<string, unknown>,
): Promise<ReceivedRequest<Endpoint> | Response> {
  const url = new URL(request.url);
  const sent = new Uint8Array(await request.clone().arrayBuffer());
  const file = endpoint.accepts === 'file' ? sent : new Uint8Array();
  const text = endpoint.accepts === 'file' ? '' : new TextDecoder().decode(sent);
  const given = {
    params,
    query: Object.fromEntries(url.searchParams),
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
  const checked: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema === undefined) continue;
    const parsed = z.safeParse(schema, given[part]);
    if (!parsed.success)
      return allowed(failed('validation_failed', `${keyOf(endpoint)}: ${part}: ${z.prettifyError(parsed.error)}`));
    checked[part] = parsed.data;
  }
  return { ...checked, headers: request.headers, url, file } as ReceivedRequest<Endpoint>; // assembled above
}

function eventStream(
  events: Stream<Endpoint>,
  request: Request,
  head = '',
  onWritten: (stream: ReadableStreamDefaultController<Uint8Array>) => void,
): Response {
  const from = events.findIndex((event) => event.id === request.headers.get('last-event-id')) + 1;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (head !== '') controller.enqueue(encoder.encode(head));
      for (const { id, data } of events.slice(from))
        controller.enqueue(encoder.encode(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`));
      onWritten(controller);
    },
  });
  return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** The configuration block that the web service writes into the page. */
function showConfig(): void {
  if (document.getElementById(pageBlocks.config) !== null) return;
  const block = document.createElement('script');
  block.id = pageBlocks.config;
  block.type = 'application/json';
  block.textContent = JSON.stringify(config);
  document.head.append(block);
}
