import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { readiness } from '@parlance/shared/contract/api/health';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { endpoint, fillPath } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { demoPassword } from '../../demo/organizations.ts';
import { healthRoutes } from '../../operations/health/routes.ts';
import { routePublic, routeEvents } from '../../platform/http/route.ts';
import { until } from '../../testing/asking.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { buildService } from '../build-service.ts';
import { openFurtherDoors } from './front.ts';
import { webService } from './web.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port; // it listens on a port

/** The status line, the headers and the body of what is answered to exactly these bytes. */
async function say(port: number, text: string, host = '127.0.0.1'): Promise<string> {
  const socket = connect(port, host);
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const asked = (line: string, version = '1.1') =>
  `${line} HTTP/${version}\r\n${version === '1.1' ? 'host: localhost\r\n' : ''}connection: close\r\n\r\n`;

describe('the services of a process, on its web port', () => {
  let web: FastifyInstance;
  let base: string;
  beforeAll(async () => {
    const { app: main, charts, payment, config, dependencies } = server;
    web = await webService({ config, log: dependencies.log }, null, { main, charts, payment });
    await web.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${portOf(web)}`;
  });
  // The services wait for it when they are closed.
  afterAll(() => web.close());

  test.each(['main', 'charts', 'payment'] as const)(
    '%s answers below its prefix, as on its own port and nothing of the pages with it',
    async (service) => {
      const own = await { main: server.app, charts: server.charts, payment: server.payment }[service].inject('/readyz');
      const answer = await fetch(`${base}/api/${service}/readyz`);
      expect(await answer.json()).toEqual(own.json());
      const namesOf = (headers: Iterable<string>) =>
        [...headers].filter((name) => !['connection', 'keep-alive'].includes(name)).sort();
      expect(namesOf(answer.headers.keys())).toEqual(namesOf(Object.keys(own.headers)));
      expect(answer.headers.get('content-security-policy')).toBe(own.headers['content-security-policy']);
    },
  );

  test('a request is logged once, by its service and with the path that this one knows', async () => {
    const before = server.log.length;
    const answer = await fetch(`${base}/api/charts/healthz?secret=1`);
    const lines = () =>
      server.log
        .slice(before)
        .map(
          (line) => JSON.parse(line) as { service: string; msg: string; req?: { path: string }; request_id: string },
        ); // lines of our own log
    await until(() => lines().some(({ msg }) => msg === 'request completed'));
    expect(lines().map(({ service, msg }) => [service, msg])).toEqual([
      ['charts', 'incoming request'],
      ['charts', 'request completed'],
    ]);
    expect(lines()[0]?.req?.path).toBe('/healthz');
    expect(lines()[0]?.request_id).toBe(answer.headers.get('x-request-id'));
  });

  test.each<[string, number, 'service' | 'web']>([
    ['GET /api/main/healthz', 200, 'service'],
    ['GET http://localhost/api/main/healthz', 200, 'service'],
    ['GET /api/main', 404, 'service'],
    ['GET /api/main?x=1', 404, 'service'],
    ['GET /api/main/', 404, 'service'],
    ['GET /api/main//healthz', 404, 'service'],
    ['GET /api/main/nowhere', 404, 'service'],
    ['GET /api/main/index.html', 404, 'service'],
    ['GET /api/main/../charts/healthz', 404, 'service'],
    ['GET /api/main/%2e%2e/charts/healthz', 404, 'service'],
    ['GET /api/main/..%2fcharts%2fhealthz', 404, 'service'],
    ['GET /api/main/api/main/healthz', 404, 'service'],
    ['GET /api/main/%zz', 400, 'service'],
    ['POST /api/main/healthz', 405, 'service'],
    ['HEAD /api/main/healthz', 405, 'service'],
    ['OPTIONS /api/main/healthz', 405, 'service'],
    ['GET /api', 404, 'web'],
    ['GET /api/', 404, 'web'],
    ['GET /api/other/x', 404, 'web'],
    ['GET /api/mainly/healthz', 404, 'web'],
    ['GET //api/main/healthz', 404, 'web'],
    ['GET /./api/main/healthz', 404, 'web'],
    ['GET /home/../api/main/healthz', 404, 'web'],
    ['GET /api%2fmain%2fhealthz', 404, 'web'],
    ['GET /%61pi/main/healthz', 404, 'web'],
    ['POST /api/other/x', 404, 'web'],
  ])('%s: %i, by the %s', async (line, status, by) => {
    const answer = await say(portOf(web), asked(line));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.includes('"request_id":"') || /^x-request-id: /im.test(answer)).toBe(by === 'service');
    expect(answer).not.toMatch(/text\/html|^location:/im);
  });

  test('a client of HTTP/1.0, which names no host, is refused as on the port of the service', async () => {
    expect(await say(portOf(web), asked('GET /api/main/auth/v1/whoami', '1.0'))).toMatch(/^HTTP\/1\.1 421 /);
    expect(await say(portOf(web), asked('GET /api/main/healthz', '1.0'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a page under another name learns nothing', async () => {
    const answer = await say(
      portOf(web),
      'GET /api/main/auth/v1/whoami HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).toContain('host_unknown');
  });

  const signInFrom = (origin: string) =>
    fetch(`${base}/api/main/auth/v1/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: 'member@pro.example', password: demoPassword }),
    });

  test('a page of this origin signs in, and its cookie is good for pages and services; another site does not', async () => {
    const answer = await signInFrom(base);
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie();
    expect(
      cookies.filter((cookie) => /^(sessionid|csrftoken)=/.test(cookie)).every((cookie) => cookie.includes('Path=/;')),
    ).toBe(true);
    const cookie = cookies.map((it) => it.split(';')[0]).join('; ');
    expect((await fetch(`${base}/api/main/auth/v1/whoami`, { headers: { cookie } })).status).toBe(200);
    // What changes state proves itself here as there.
    const change = (headers: Record<string, string>) =>
      fetch(`${base}/api/main${fillPath(stopRun.path, { run_id: '00000000-0000-4000-8000-000000000000' })}`, {
        method: 'POST',
        headers: { cookie, origin: base, ...headers },
      });
    expect(await (await change({})).json()).toMatchObject({ code: 'csrf_failed' });
    const proof = { 'x-csrftoken': /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '' };
    expect(await (await change(proof)).json()).toMatchObject({ code: 'not_found' });
    expect(await (await change({ ...proof, origin: 'https://evil.example' })).json()).toMatchObject({
      code: 'origin_refused',
    });
    expect((await signInFrom('https://evil.example')).status).toBe(403);
  });

  test('a body larger than its endpoint takes is refused', async () => {
    const answer = await fetch(`${base}/api/main/auth/v1/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a'.repeat(2 ** 20) }),
    });
    expect(answer.status).toBe(413);
  });

  test('a stop that is announced is said by each for itself', async () => {
    server.charts.leaving = 'announced';
    const said = await Promise.all(
      ['/api/charts/readyz', '/api/main/readyz', '/readyz'].map(async (path) => (await fetch(`${base}${path}`)).status),
    );
    server.charts.leaving = 'no';
    expect(said).toEqual([503, 200, 200]);
  });

  test('the page of a service’s endpoints finds them below the prefix', async () => {
    const serversOf = async (address: string) =>
      ((await (await fetch(address)).json()) as { servers: unknown }).servers; // an OpenAPI document
    expect(await serversOf(`${base}/api/charts/openapi.json`)).toEqual([{ url: '/api/charts' }]);
    expect(await serversOf(`${base}/api/charts/docs/json`)).toEqual([{ url: '/api/charts' }]);
    expect(await server.charts.inject('/docs/json').then((answer) => answer.json().servers)).toEqual([{ url: '/' }]);
    const page = await fetch(`${base}/api/charts/docs/static/index.html`);
    expect(page.url).toBe(`${base}/api/charts/docs/`);
    expect(await page.text()).toContain('./static/swagger-ui.css');
  });
});

const ticks = endpoint({
  method: 'GET',
  path: '/ticks/v1/:kind',
  requires: {},
  summary: 'Numbers.',
  params: z.object({ kind: z.string() }),
  response: z.object({ n: z.number() }),
  answers: 'events',
});

describe('a stop', () => {
  let web: FastifyInstance;
  let main: FastifyInstance;
  let cookie: string;
  /** What happened, in order. */
  let seen: string[];
  let finish: () => void;
  /** Events that the source has given out. */
  let given: number;

  async function* count({ params }: { params: { kind: string } }) {
    for (given = 0; ; given += 1) {
      yield { id: String(given), data: { n: given } };
      if (params.kind === 'endless') await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  beforeEach(async () => {
    seen = [];
    cookie = (await server.as('member@pro.example')).headers()['cookie'] ?? '';
    main = await buildService('main', server.dependencies, [
      healthRoutes,
      async (app) => {
        routeEvents(app, ticks, count);
        routePublic(app, { ...readiness, path: '/slow' }, async () => {
          seen.push('asked');
          await new Promise<void>((resolve) => (finish = resolve));
          seen.push('answered');
          return { status: 'ready' as const };
        });
        app.addHook('onClose', async () => void seen.push('modules closed'));
      },
    ]);
    web = await webService({ config: server.config, log: server.dependencies.log }, null, { main });
    await web.listen({ port: 0, host: '127.0.0.1' });
    await openFurtherDoors(web, ['127.0.0.1', '127.0.0.2']);
    await main.listen({ port: 0, host: '127.0.0.1' });
  });
  const close = () => Promise.all([web.close(), main.close()]);
  afterEach(close);

  test.each(['127.0.0.1', '127.0.0.2'])(
    'lets a request finish that came in by the web port of %s, before the modules of its service are closed',
    async (host) => {
      const answer = say(portOf(web), asked('GET /api/main/slow'), host);
      await until(() => seen.includes('asked'));
      const isClosed = close();
      // Nothing else holds it up: both doors are closed.
      await until(() => !web.server.listening && !main.server.listening);
      finish();
      expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
      await isClosed;
      expect(seen).toEqual(['asked', 'answered', 'modules closed']);
    },
  );

  test('ends streams, whose readers come back elsewhere', async () => {
    const stream = say(
      portOf(web),
      `GET /api/main/ticks/v1/endless HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`,
    );
    await until(() => main.openStreams.size === 1);
    await close();
    expect(await stream).toMatch(/content-type: text\/event-stream[^]*x-accel-buffering: no[^]*id: 0/i);
    expect(main.openStreams.size).toBe(0);
  });

  test('a reader who takes nothing holds up its source, and leaves it when it goes', async () => {
    const socket: Socket = connect(portOf(web), '127.0.0.1');
    socket.write(`GET /api/main/ticks/v1/flood HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
    await once(socket, 'readable');
    let seen = -1;
    // Not a byte more is read: the flood comes to rest.
    while (seen !== given) {
      seen = given;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(main.openStreams.size).toBe(1);
    socket.destroy();
    await until(() => main.openStreams.size === 0);
  });

  test('a connection that brings another request after the stop has begun is told that it was the last', async () => {
    const socket = connect(portOf(web), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write('GET /api/main/healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await until(() => text.includes('"ok"'));
    web.leaving = 'announced';
    const isClosed = close();
    await until(() => !web.server.listening);
    text = '';
    socket.write('GET /api/main/healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close/i);
    await isClosed;
  });
});
