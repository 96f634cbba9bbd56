import { listBots } from '@parlance/shared/contract/api/bots';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { demoPassword } from '../../demo/organizations.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

const web = 'http://localhost:3000';
const stopUrl = fillPath(stopRun.path, { run_id: '00000000-0000-4000-8000-000000000000' });

let server: TestServer;
let member: Client;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
  // The call fetches the csrftoken. The run does not exist: an admitted request shows as 404 here.
  expect((await member.call(stopRun, { params: { run_id: '00000000-0000-4000-8000-000000000000' } })).status).toBe(404);
});
afterAll(() => server.close());

const stop = (headers: Record<string, string>) =>
  server.app.inject({ method: 'POST', url: stopUrl, headers: { host: 'localhost:8000', ...headers } });

describe('an unsafe method', () => {
  test('needs the csrftoken of its session', async () => {
    const other = await server.as('admin@pro.example');
    await other.call(stopRun, { params: { run_id: '00000000-0000-4000-8000-000000000000' } });
    const cookie = `sessionid=${member.cookies.get('sessionid')}`;
    for (const headers of [
      {},
      { 'x-csrftoken': '' },
      { 'x-csrftoken': 'wrong' },
      { 'x-csrftoken': other.cookies.get('csrftoken') ?? '' },
    ]) {
      const answer = await stop({ cookie, ...headers });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'csrf_failed' });
    }
    expect((await stop({ cookie, 'x-csrftoken': member.cookies.get('csrftoken') ?? '' })).statusCode).toBe(404);
  });

  test('does not take a pair of header and cookie that a sibling subdomain planted', async () => {
    const planted = 'planted-by-a-sibling';
    const answer = await stop({
      cookie: `sessionid=${member.cookies.get('sessionid')}; csrftoken=${planted}`,
      'x-csrftoken': planted,
    });
    expect(answer.statusCode).toBe(403);
  });

  test.each<[string, Record<string, string>, number]>([
    ['the web origin', { origin: web, 'sec-fetch-site': 'same-site' }, 404],
    ['the service’s own page', { origin: 'http://localhost:8000', 'sec-fetch-site': 'same-origin' }, 404],
    ['a client that is no browser', {}, 404],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling subdomain', { origin: 'http://evil.localhost:3000', 'sec-fetch-site': 'same-site' }, 403],
    ['another port of the same host', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['a browser that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('from %s', async (_, headers, expected) => {
    expect((await stop({ ...member.headers(), ...headers })).statusCode).toBe(expected);
  });

  test('that is public has its origin checked as well', async () => {
    const payload = { email: 'member@pro.example', password: demoPassword };
    const answer = await server.app.inject({
      method: 'POST',
      url: '/auth/v1/sign_in',
      headers: { origin: 'https://evil.example' },
      payload,
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.cookies).toHaveLength(0);
  });

  test('without a session is 401, also with a token', async () => {
    expect((await stop({ 'x-csrftoken': 'any' })).statusCode).toBe(401);
  });
});

test('whoami gives a session back its csrftoken where it was lost or planted', async () => {
  const session = `sessionid=${member.cookies.get('sessionid')}`;
  for (const cookie of [session, `${session}; csrftoken=planted`]) {
    const answer = await server.app.inject({ url: '/auth/v1/whoami', headers: { cookie } });
    expect(answer.cookies.find(({ name }) => name === 'csrftoken')?.value).toBe(member.cookies.get('csrftoken'));
  }
  const whole = await server.app.inject({ url: '/auth/v1/whoami', headers: member.headers() });
  expect(whole.cookies).toHaveLength(0);
});

describe('bad input is answered with an envelope, and the server goes on', () => {
  const json = { 'content-type': 'application/json' };
  const signIn = (payload: string, headers: Record<string, string> = json) =>
    server.app.inject({ method: 'POST', url: '/auth/v1/sign_in', headers, payload });

  test.each<[string, () => ReturnType<typeof signIn>, number, string]>([
    ['JSON that breaks off', () => signIn('{"email": '), 400, 'body_not_json'],
    ['no body', () => signIn(''), 400, 'validation_failed'],
    ['a list', () => signIn('[]'), 400, 'validation_failed'],
    ['null', () => signIn('null'), 400, 'validation_failed'],
    ['a prototype', () => signIn('{"__proto__": {"email": "a@b.example"}}'), 400, 'body_not_json'],
    ['U+0000', () => signIn('{"email":"a@b.example","password":"\\u0000"}'), 400, 'validation_failed'],
    [
      'U+0000 in the address',
      () => server.app.inject('/user-journey/v1/registration-status?email=%00'),
      400,
      'validation_failed',
    ],
    [
      'a form',
      () => signIn('email=a', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'media_type_unsupported',
    ],
    ['plain text', () => signIn('{}', { 'content-type': 'text/plain' }), 415, 'media_type_unsupported'],
    [
      '10 MB',
      () => signIn(JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(10 * 1024 * 1024) })),
      413,
      'body_too_large',
    ],
    ['an unknown route', () => server.app.inject('/nowhere'), 404, 'not_found'],
    [
      'a known route with another method',
      () => server.app.inject({ method: 'DELETE', url: '/auth/v1/sign_in' }),
      405,
      'method_not_allowed',
    ],
    ['a path that cannot be decoded', () => server.app.inject('/bots/v1/bots/%E0%A4%A'), 400, 'bad_request'],
    ['traversal', () => server.app.inject('/docs/static/../../../../etc/passwd'), 404, 'not_found'],
  ])('%s', async (_, send, status, code) => {
    const answer = await send();
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      success: false,
      code,
      message: expect.stringMatching(/\w+ \w+/),
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(answer.payload).not.toMatch(/at .*\.(ts|js):\d/);
    expect((await server.app.inject('/healthz')).statusCode).toBe(200);
  });

  test('a text that only speaks of U+0000 is let through', async () => {
    const answer = await signIn(JSON.stringify({ email: 'nobody@nowhere.example', password: 'what is \\u0000?' }));
    expect(answer.json()).toMatchObject({ code: 'credentials_wrong' });
  });

  test('405 says what is allowed', async () => {
    expect((await server.app.inject({ method: 'DELETE', url: '/auth/v1/sign_in' })).headers['allow']).toBe('POST');
    expect((await server.app.inject({ method: 'PUT', url: '/dialogues/v1/dialogues/7?page=2' })).headers['allow']).toBe(
      'GET, PATCH, DELETE',
    );
  });

  test('a request to no route compiles no pattern of the routes', async () => {
    const compiled: unknown[] = [];
    const { RegExp: original } = globalThis;
    globalThis.RegExp = new Proxy(original, {
      construct(target, args: [string | RegExp, string?], made) {
        compiled.push(args[0]);
        return Reflect.construct(target, args, made) as RegExp;
      },
    });
    try {
      expect((await server.app.inject('/nowhere')).statusCode).toBe(404);
      expect((await server.app.inject({ method: 'DELETE', url: '/auth/v1/sign_in' })).statusCode).toBe(405);
    } finally {
      globalThis.RegExp = original;
    }
    // The injected request compiles some of its own.
    expect(compiled.filter((pattern) => String(pattern).startsWith('^/'))).toEqual([]);
  });

  test('the message is in the language that the page asks for', async () => {
    const answer = await server.app.inject({ url: '/nowhere', headers: { 'accept-language': 'de-AT,de;q=0.9' } });
    const english = await server.app.inject('/nowhere');
    expect(answer.json().code).toBe(english.json().code);
    expect(answer.json().message).not.toBe(english.json().message);
  });
});

test('content is in the language of the page, else in that of the profile', async () => {
  const member = await server.as('member@pro.example');
  const names = async (language: Record<string, string>) => {
    const answer = await server.app.inject({ url: listBots.path, headers: { ...member.headers(), ...language } });
    return answer.json().data.items.map(({ name }: { name: string }) => name);
  };
  const inProfileLanguage = await names({});
  expect(await names({ 'accept-language': 'ja' })).toEqual(inProfileLanguage);
  expect(await names({ 'accept-language': 'zh-TW' })).not.toEqual(inProfileLanguage);
});

describe('every answer', () => {
  const urls = [
    '/healthz',
    '/auth/v1/whoami',
    '/nowhere',
    '/bots/v1/bots/%E0%A4%A',
    '/openapi.json',
    '/docs',
    '/docs/static/swagger-ui.css',
    '/.well-known/jwks.json',
  ];

  test.each(urls)('carries the security headers: %s', async (url) => {
    const answer = await server.app.inject(url);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  test('is readable by the web origin with credentials, and by no other', async () => {
    const from = (origin: string, url = '/auth/v1/whoami') =>
      server.app.inject({ url, headers: { host: 'localhost:8000', origin } });
    for (const url of ['/auth/v1/whoami', '/nowhere', '/healthz']) {
      expect((await from(web, url)).headers).toMatchObject({
        'access-control-allow-origin': web,
        'access-control-allow-credentials': 'true',
      });
      for (const origin of [
        'https://evil.example',
        'null',
        'http://localhost:3001',
        'http://localhost:3000.evil.example',
      ]) {
        expect((await from(origin, url)).headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  });

  test('to a preflight can be kept, and allows X-CSRFToken', async () => {
    const headers = {
      host: 'localhost:8000',
      origin: web,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-csrftoken',
    };
    const answer = await server.app.inject({ method: 'OPTIONS', url: stopUrl, headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': web, 'access-control-max-age': '7200' });
    expect(answer.headers['access-control-allow-headers']).toContain('x-csrftoken');
  });
});

test.each(['main', 'charts', 'payment'] as const)('the %s service describes itself', async (service) => {
  const app = { main: server.app, charts: server.charts, payment: server.payment }[service];
  const document = (await app.inject('/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  for (const endpoint of app.endpoints)
    expect(document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(endpoint.method.toLowerCase());
  expect((await app.inject('/docs')).payload).toContain('id="swagger-ui"');
  expect((await app.inject('/readyz')).json()).toEqual({ success: true, data: { status: 'ready' } });
});

test('the description is made from the schemas that check requests', async () => {
  const { paths } = (await server.app.inject('/openapi.json')).json();
  const body = paths['/auth/v1/sign_in'].post.requestBody.content['application/json'].schema;
  expect(body.required).toEqual(['email', 'password']);
  expect(body.properties.password).toMatchObject({ type: 'string', maxLength: 1024 });
  expect(
    paths['/auth/v1/whoami'].get.responses['200'].content['application/json'].schema.properties.data.properties,
  ).toHaveProperty('plan_options');
});
