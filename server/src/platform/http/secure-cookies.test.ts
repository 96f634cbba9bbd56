import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { getWhoami, resendSignInCode, signIn, signOut } from '@parlance/shared/contract/api/session/session';
import { fillPath } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import settings from '../../../package.json' with { type: 'json' };
import { demoPassword } from '../../demo/organizations.ts';
import { apiService } from '../../services/api.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { readConfig } from '../config/config.ts';

const stopUrl = fillPath(stopRun.path, { run_id: '00000000-0000-4000-8000-000000000000' });

let server: TestServer;
const apis: FastifyInstance[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  for (const api of apis) await api.close();
  await server.close();
});

async function apiWith(settings: Record<string, string>): Promise<FastifyInstance> {
  const api = await apiService({
    ...server.dependencies,
    config: readConfig({ NODE_ENV: 'test', ORGANIZATION_REQUESTS_A_SECOND: '0', ...settings }),
  });
  apis.push(api);
  return api;
}

const signInAt = (api: FastifyInstance, headers: Record<string, string>, email = 'member@pro.example') =>
  api.inject({ method: 'POST', url: signIn.path, headers, payload: { email, password: demoPassword } });

const hsts = 'max-age=31536000; includeSubDomains';

describe('Secure cookies and strict transport', () => {
  test.each([
    ['https://chat.example.org', 'localhost:8000', true, hsts],
    ['https://chat.example.org', '127.0.0.1:8000', true, hsts],
    ['https://chat.example.org', 'chat.example.org', true, hsts],
    ['https://localhost:3000', 'localhost:8000', true, undefined],
    ['http://localhost:8080', 'localhost:8000', false, undefined],
    ['http://localhost:8080', 'api:8000', false, undefined],
    ['http://chat.example.org', 'localhost:8000', true, undefined],
  ])('follow WEB_ORIGIN %s where a proxy says Host %s', async (WEB_ORIGIN, host, isSecure, header) => {
    const { cookies, headers, statusCode } = await signInAt(await apiWith({ WEB_ORIGIN }), { host });
    expect(statusCode).toBe(200);
    expect(cookies.map(({ name }) => name).sort()).toEqual([
      ...(isSecure ? ['__Host-sessionid'] : []),
      'csrftoken',
      'deviceid',
      'sessionid',
    ]);
    expect(cookies.map(({ secure }) => secure ?? false)).toEqual(cookies.map(() => isSecure));
    expect(headers['strict-transport-security']).toBe(header);
  });

  test('follow the request where there is no WEB_ORIGIN', async () => {
    const api = await apiWith({ TRUST_PROXY: 'loopback' });
    const here = await signInAt(api, { host: 'localhost:8000' });
    expect([here.cookies.some(({ secure }) => secure), here.headers['strict-transport-security']]).toEqual([
      false,
      undefined,
    ]);
    const through = await signInAt(api, { host: 'localhost:8000', 'x-forwarded-proto': 'https' });
    expect([through.cookies.every(({ secure }) => secure), through.headers['strict-transport-security']]).toEqual([
      true,
      undefined,
    ]);
  });
});

describe('the session cookie of a site with one host', () => {
  const site = { WEB_ORIGIN: 'https://chat.example.org' };
  const headerOf = (cookies: Record<string, string | undefined>) =>
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  type Answer = Awaited<ReturnType<typeof signInAt>>;
  const cookieOf = ({ cookies }: Answer, name: string) => cookies.find((cookie) => cookie.name === name);
  const sessionOf = (answer: Answer) => cookieOf(answer, 'sessionid')?.value;
  const memberIn = (answer: Answer): string => answer.json().data.member_id;
  const memberOf = async (api: FastifyInstance, cookies: Record<string, string | undefined>) =>
    (await api.inject({ url: getWhoami.path, headers: { cookie: headerOf(cookies) } })).json().data?.member_id;

  test('has the name that browsers take from this host alone, and the one of before beside it', async () => {
    const answer = await signInAt(await apiWith(site), {});
    expect(cookieOf(answer, '__Host-sessionid')).toMatchObject({
      value: sessionOf(answer),
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect(cookieOf(answer, '__Host-sessionid')).not.toHaveProperty('domain');
  });

  test.each([
    ['has no TLS', { WEB_ORIGIN: 'http://localhost:3000' }],
    ['has several hosts', { ...site, COOKIE_DOMAIN: 'example.org' }],
  ])('has not where it %s, and what is left of it is not believed', async (_, settings) => {
    const api = await apiWith(settings);
    const answer = await signInAt(api, {});
    expect(cookieOf(answer, '__Host-sessionid')).toBeUndefined();
    expect(await memberOf(api, { '__Host-sessionid': 'A'.repeat(43), sessionid: sessionOf(answer) })).toBe(
      memberIn(answer),
    );
    expect(await memberOf(api, { '__Host-sessionid': sessionOf(answer) })).toBeUndefined();
  });

  test('is not outdone by a session and its csrftoken that a sibling subdomain planted (AUT-06)', async () => {
    const api = await apiWith(site);
    const own = await signInAt(api, {});
    const planted = await signInAt(api, {}, 'owner@free.example');
    const csrftoken = cookieOf(planted, 'csrftoken')?.value;
    const cookies = { sessionid: sessionOf(planted), csrftoken, '__Host-sessionid': sessionOf(own) };
    expect(await memberOf(api, cookies)).toBe(memberIn(own));
    const changed = await api.inject({
      method: 'POST',
      url: stopUrl,
      headers: { cookie: headerOf(cookies), 'x-csrftoken': csrftoken },
    });
    expect(changed.json()).toMatchObject({ code: 'csrf_failed' });
  });

  test('is given to who is signed in, or half signed in, since the release before', async () => {
    const api = await apiWith(site);
    const [whole, half] = [await signInAt(api, {}), await signInAt(api, {}, 'otp@pro.example')];
    const csrf = (answer: Answer) => cookieOf(answer, 'csrftoken')?.value;
    const before = (answer: Answer) => ({
      cookie: headerOf({ sessionid: sessionOf(answer), csrftoken: csrf(answer) }),
      'x-csrftoken': csrf(answer),
    });
    const asked = await api.inject({ url: getWhoami.path, headers: before(whole) });
    expect([asked.statusCode, cookieOf(asked, '__Host-sessionid')?.value]).toEqual([200, sessionOf(whole)]);
    const resent = await api.inject({ method: 'POST', url: resendSignInCode.path, headers: before(half) });
    expect(cookieOf(resent, '__Host-sessionid')?.value).toBe(sessionOf(half));
    const cookies = { sessionid: sessionOf(whole), csrftoken: csrf(whole), '__Host-sessionid': sessionOf(whole) };
    expect((await api.inject({ url: getWhoami.path, headers: { cookie: headerOf(cookies) } })).cookies).toEqual([]);
  });

  test('goes with the sign-out, under both names', async () => {
    const api = await apiWith(site);
    const answer = await signInAt(api, {});
    const csrf = cookieOf(answer, 'csrftoken')?.value;
    const headers = {
      cookie: headerOf({ '__Host-sessionid': sessionOf(answer), csrftoken: csrf }),
      'x-csrftoken': csrf,
    };
    const out = await api.inject({ url: signOut.path, headers });
    expect(out.statusCode).toBe(200);
    expect(out.cookies.map(({ name, value }) => `${name}=${value}`).sort()).toEqual([
      '__Host-sessionid=',
      'csrftoken=',
      'sessionid=',
    ]);
    // Browsers refuse to clear it, too, unless it is Secure.
    expect(cookieOf(out, '__Host-sessionid')).toMatchObject({ secure: true, path: '/' });
    expect(await memberOf(api, { sessionid: sessionOf(answer) })).toBeUndefined();
  });

  test('has the name of before in this release alone: the next one neither sets nor believes it where the prefix is', () => {
    expect(settings.version).toBe('0.1.0');
  });
});
