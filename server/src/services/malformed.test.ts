import { randomUUID } from 'node:crypto';
import { type Endpoint, fillPath } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { howOften } from '../testing/how-often.ts';
import { type Client, type TestServer, startTestServer } from '../testing/test-app.ts';

/** The number of bodies for every route. */
const bodies = howOften({ decides: 2, proves: 200 });
/** The same ones every time. */
const seed = 20261122;

let server: TestServer;
beforeAll(async () => {
  // Without a configured key, a sign-in of the operator would create one in a data folder.
  server = await startTestServer({ OPERATOR_KEY: 'k'.repeat(32) });
});
afterAll(() => server.close());

function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = randomFrom(seed);
const oneOf = <T>(these: readonly T[]): T => these[Math.floor(random() * these.length)]!; // never empty here

/** Values that are invalid, or nearly so, for every field. */
const oddities = (): unknown[] => [
  null,
  true,
  -1,
  1e308,
  0.1,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(20_000),
  '😀'.repeat(500),
  '../../etc/passwd',
  "' or 1=1 --",
  '{{7*7}}',
  '<script>',
  [],
  [[]],
  [null],
  {},
  { $gt: '' },
  Array(500).fill('x'),
  '2026-02-31T25:61:61Z',
  randomUUID(),
  '9'.repeat(400),
  Number.MAX_SAFE_INTEGER,
];

/** The names of the fields that a body is to have: what is odd stands in their places. */
function fieldsOf({ body }: Endpoint): string[] {
  const shape = (body as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape; // zod keeps it there
  return Object.keys(shape ?? {});
}

/** JSON that is none, and JSON of every other shape than the one that is asked for. */
function malformed(endpoint: Endpoint): string {
  const fields = fieldsOf(endpoint);
  const ofItsFields = () => JSON.stringify(Object.fromEntries(fields.map((field) => [field, oneOf(oddities())])));
  const others = () =>
    oneOf([
      '{',
      '[1,',
      '',
      'null',
      '"text"',
      '0',
      '[]',
      '\u0000',
      '{"a":1}}',
      `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
      '{"__proto__":{"isOwner":true}}',
      '{"constructor":{"prototype":{}}}',
      JSON.stringify(oneOf(oddities())),
    ]);
  return random() < 0.7 && fields.length > 0 ? ofItsFields() : others();
}

const params = (path: string) =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      oneOf([randomUUID(), 'x', '..', '%00', '😀', '0'.repeat(300), "'"]),
    ]),
  );

async function sendTo(app: FastifyInstance, client: Client, endpoint: Endpoint) {
  const { method } = endpoint;
  const query =
    random() < 0.3
      ? `?limit=${encodeURIComponent(String(oneOf(oddities())).toWellFormed())}&cursor=${oneOf(['x', '%00', 'bnVsbA', '[]'])}&q=%F0`.slice(
          0,
          8_000,
        )
      : '';
  return app.inject({
    method: method as 'POST',
    url: `${fillPath(endpoint.path, params(endpoint.path))}${query}`,
    headers: {
      ...client.headers(),
      accept: 'application/json',
      ...(method === 'GET'
        ? {}
        : {
            'content-type': oneOf([
              'application/json',
              'application/json',
              'application/json',
              'text/plain',
              'application/octet-stream',
            ]),
          }),
    },
    ...(method === 'GET' ? {} : { payload: malformed(endpoint) }),
  });
}

/** A firm answer of ours that something is not to be had, in words; anything else above 500 is a fault. */
const isSaid = (status: number, body: string) =>
  status === 503 && /"code":"\w+"/.test(body) && !body.includes('"code":"database_unavailable"');

test(`INP-01: ${bodies} malformed bodies for every route are answered in words, without a fault and without a trace of the program`, async () => {
  const wrong: string[] = [];
  const clients: Record<string, Client> = {};
  let sent = 0;
  for (const app of [server.app, server.charts, server.payment]) {
    for (const endpoint of app.endpoints) {
      for (let at = 0; at < bodies; at += 1) {
        const email = oneOf(['owner@pro.example', 'member@pro.example']);
        const client = (clients[email] ??= await server.as(email));
        const answer = await sendTo(app, client, endpoint);
        // A request has signed them out.
        if (answer.statusCode === 401) Reflect.deleteProperty(clients, email);
        sent += 1;
        const isFault = answer.statusCode >= 500 && !isSaid(answer.statusCode, answer.body);
        if (isFault || /\bat .+\.ts:\d+/.test(answer.body))
          wrong.push(`${endpoint.method} ${endpoint.path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      }
    }
  }
  console.info(
    `INP-01: ${wrong.length} of ${sent} malformed requests to ${new Set([server.app, server.charts, server.payment].flatMap((app) => app.endpoints)).size} routes were answered by a fault`,
  );
  expect(wrong).toEqual([]);
  expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200);
});
