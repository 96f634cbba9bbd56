import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { signOut } from '@parlance/shared/contract/api/session/session';
import { endpoint } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { buildService } from '../../services/build-service.ts';
import { until } from '../../testing/asking.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { ApiError } from '../errors/api-error.ts';
import { type EventsContext, routeEvents } from './route.ts';

const ticks = endpoint({
  method: 'GET',
  path: '/ticks/v1/:kind',
  requires: {},
  summary: 'Numbers.',
  params: z.object({ kind: z.string() }),
  response: z.object({ n: z.number() }),
  answers: 'events',
});

let server: TestServer;
let app: FastifyInstance;
let base: string;
let cookie: string;
/** Events that a source without an end has given out. */
let flooded = 0;
let lastSignal: AbortSignal | undefined;
/** Lets the source that is late begin. */
let begin: () => void = () => undefined;

async function* count({ params, lastEventId, signal }: EventsContext<typeof ticks>) {
  lastSignal = signal;
  if (params.kind === 'missing') throw new ApiError('not_found');
  if (params.kind === 'flood') {
    for (flooded = 0; ; flooded++) yield { id: String(flooded), data: { n: Number('9'.repeat(15)) } };
  }
  if (params.kind === 'late') await new Promise<void>((resolve) => (begin = resolve));
  const from = Number(lastEventId ?? 0);
  for (let n = from + 1; params.kind === 'endless' || n <= 3; n += 1) {
    yield { id: String(n), data: { n, secret: 'not in the contract' } };
    if (params.kind === 'breaks') throw new Error('the source broke');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

beforeAll(async () => {
  server = await startTestServer();
  cookie = (await server.as('member@pro.example')).headers()['cookie'] ?? '';
});
afterAll(() => server.close());

beforeEach(async () => {
  app = await buildService('main', server.dependencies, [async (instance) => routeEvents(instance, ticks, count)]);
  await app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`; // it listens on a port
});
afterEach(() => app.close());

const read = (kind: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${base}/ticks/v1/${kind}`, { headers: { cookie, ...headers }, ...(signal ? { signal } : {}) });

test('each event is its id and its data as the contract has it, and the answer carries every header', async () => {
  const answer = await read('three', { origin: `http://127.0.0.1:${server.config.WEB_PORT}` });
  expect(await answer.text()).toBe('id: 1\ndata: {"n":1}\n\nid: 2\ndata: {"n":2}\n\nid: 3\ndata: {"n":3}\n\n');
  expect(answer.status).toBe(200);
  const expected = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': `http://127.0.0.1:${server.config.WEB_PORT}`,
    'access-control-allow-credentials': 'true',
  };
  expect(Object.fromEntries(answer.headers)).toMatchObject(expected);
});

test('a reader that comes back goes on after its last event', async () => {
  expect(await (await read('three', { 'last-event-id': '2' })).text()).toBe('id: 3\ndata: {"n":3}\n\n');
});

test('what is refused is refused with its own status', async () => {
  const answer = await read('missing');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ success: false, code: 'not_found' });
  expect((await read('three', { cookie: '' })).status).toBe(401);
});

test('the reader hears that the stream is there before the first event', async () => {
  const answer = await read('late');
  begin();
  expect(await answer.text()).toContain('data: {"n":3}');
});

test('a source that breaks ends the stream, not the server', async () => {
  expect(await (await read('breaks')).text()).toBe('id: 1\ndata: {"n":1}\n\n');
  expect((await read('three')).status).toBe(200);
});

test('a reader that goes is noticed', async () => {
  const reader = new AbortController();
  const answer = await read('endless', {}, reader.signal);
  await answer.body?.getReader().read();
  const gone = new Promise((resolve) => lastSignal?.addEventListener('abort', resolve));
  reader.abort();
  await gone;
  await until(() => app.openStreams.size === 0);
});

test('whoever opens one while the server stops is sent on at once', async () => {
  app.leaving = 'begun';
  const answer = await read('endless');
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toContain('id: 2');
  expect(app.openStreams.size).toBe(0);
});

describe('while a stream is open', () => {
  /** The clock of what is repeated, in our hands: the pings of a minute pass at once. */
  const everySoOften: (() => void)[] = [];
  beforeEach(() => {
    const { setInterval: real } = globalThis;
    jest.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms: number) => {
      if (ms === 15_000) everySoOften.push(work);
      return real(() => undefined, 60_000).unref();
    }) as typeof setInterval);
  });
  afterEach(() => {
    everySoOften.length = 0;
    jest.restoreAllMocks();
  });
  const ping = () => everySoOften.forEach((work) => work());

  test('it says so again and again, in words that are no event', async () => {
    const answer = await read('endless');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes(': ping\n\n') || !text.includes('id: 2\n')) {
      ping();
      text += (await reader?.read())?.value ?? '';
    }
    expect(text.replaceAll(': ping\n\n', '')).toMatch(/^id: 1\ndata: {"n":1}\n\nid: 2\n/);
    await reader?.cancel();
  });

  test('it ends when the session of its reader does', async () => {
    const own = await server.as('member@pro.example');
    const answer = await read('endless', { cookie: own.headers()['cookie'] ?? '' });
    const text = answer.text();
    ping();
    await own.call(signOut);
    const ended = text.then(() => true);
    while (!(await Promise.race([ended, new Promise<boolean>((resolve) => setTimeout(resolve, 20, false))]))) ping();
    expect(app.openStreams.size).toBe(0);
  });

  test('a reader that takes nothing is let go of, and costs no more than its connection holds until then', async () => {
    const { port } = app.server.address() as AddressInfo; // it listens on a port
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /ticks/v1/flood HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`);
    await once(socket, 'readable');
    // Not a byte more is read: the flood comes to rest.
    let seen = -1;
    while (seen !== flooded) {
      seen = flooded;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // What the two ends of a connection hold: some megabytes.
    expect(flooded).toBeLessThan(300_000);
    const closed = once(socket, 'close');
    ping();
    await new Promise((resolve) => setTimeout(resolve, 20));
    ping();
    socket.resume();
    await closed;
    expect(app.openStreams.size).toBe(0);
  });
});

test('a stop ends open streams at once', async () => {
  const answer = await read('endless');
  const text = answer.text();
  // The source has no end: the test's own time limit says whether the stop waits for one.
  await app.close();
  expect(await text).toMatch(/^id: 1\n/);
  expect(app.openStreams.size).toBe(0);
});
