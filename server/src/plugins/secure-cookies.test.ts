import { signIn } from '@parlance/shared/contract/api/session';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../config.ts';
import { demoPassword } from '../demo/organizations.ts';
import { apiService } from '../services/api.ts';
import { type TestServer, startTestServer } from '../testing/test-app.ts';

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
  const api = await apiService({ ...server.dependencies, config: readConfig({ NODE_ENV: 'test', ORGANIZATION_REQUESTS_A_SECOND: '0', ...settings }) });
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
    expect(cookies.length).toBeGreaterThan(2);
    expect(cookies.map(({ secure }) => secure ?? false)).toEqual(cookies.map(() => isSecure));
    expect(headers['strict-transport-security']).toBe(header);
  });

  test('follow the request where there is no WEB_ORIGIN', async () => {
    const api = await apiWith({ TRUST_PROXY: 'loopback' });
    const here = await signInAt(api, { host: 'localhost:8000' });
    expect([here.cookies.some(({ secure }) => secure), here.headers['strict-transport-security']]).toEqual([false, undefined]);
    const through = await signInAt(api, { host: 'localhost:8000', 'x-forwarded-host': 'chat.example.org', 'x-forwarded-proto': 'https' });
    expect([through.cookies.every(({ secure }) => secure), through.headers['strict-transport-security']]).toEqual([true, hsts]);
  });
});
