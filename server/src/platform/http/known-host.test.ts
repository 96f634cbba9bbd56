import { listBots } from '@parlance/shared/contract/api/bots';
import { signIn } from '@parlance/shared/contract/api/session/session';
import type { FastifyInstance } from 'fastify';
import { demoPassword } from '../../demo/organizations.ts';
import { apiService } from '../../services/api.ts';
import { chartsService } from '../../services/charts.ts';
import { paymentService } from '../../services/payment.ts';
import { webService } from '../../services/web/web.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { readConfig } from '../config/config.ts';

let server: TestServer;
const opened: FastifyInstance[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  for (const app of opened) await app.close();
  await server.close();
});

async function servicesWith(
  settings: Record<string, string>,
): Promise<Record<'api' | 'charts' | 'payment' | 'web', FastifyInstance>> {
  const deps = {
    ...server.dependencies,
    config: readConfig({ NODE_ENV: 'test', ORGANIZATION_REQUESTS_A_SECOND: '0', ...settings }),
  };
  const services = {
    api: await apiService(deps),
    charts: await chartsService(deps),
    payment: await paymentService(deps),
    web: await webService(deps),
  };
  opened.push(...Object.values(services));
  return services;
}

const statusesOf = (services: Record<string, FastifyInstance>, host: string, url: string) =>
  Promise.all(Object.values(services).map(async (app) => (await app.inject({ url, headers: { host } })).statusCode));

describe('without WEB_ORIGIN', () => {
  test('a page whose name leads here (DNS rebinding) signs nobody in and reads nothing', async () => {
    const { api } = await servicesWith({});
    // To its browser it is the service’s own page: the same name, the same port.
    const rebound = {
      host: 'evil.example:8000',
      origin: 'http://evil.example:8000',
      'sec-fetch-site': 'same-origin',
      'accept-language': 'de-DE',
    };
    const entered = await api.inject({
      method: 'POST',
      url: signIn.path,
      headers: rebound,
      payload: { email: 'member@pro.example', password: demoPassword },
    });
    expect(entered.statusCode).toBe(421);
    expect(entered.json()).toMatchObject({
      success: false,
      code: 'host_unknown',
      message: expect.stringContaining('WEB_ORIGIN'),
    });
    expect(entered.cookies).toEqual([]);
    const member = await server.as('member@pro.example');
    expect((await member.call(listBots)).status).toBe(200);
    expect((await api.inject({ url: listBots.path, headers: { ...member.headers(), ...rebound } })).statusCode).toBe(
      421,
    );
  });

  test('every service answers to this machine alone, but says to anybody whether it is well', async () => {
    const services = await servicesWith({});
    for (const host of ['evil.example:8000', '192.168.0.7:8000', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect([host, ...(await statusesOf(services, host, '/nowhere.txt'))]).toEqual([host, 421, 421, 421, 421]);
      expect([host, ...(await statusesOf(services, host, '/readyz'))]).toEqual([host, 200, 200, 200, 200]);
      expect([host, ...(await statusesOf(services, host, '/healthz?deep'))]).toEqual([host, 200, 200, 200, 200]);
    }
    for (const host of ['localhost:8000', '127.0.0.1:8000', '[::1]:8000', 'parlance.localhost']) {
      expect([host, ...(await statusesOf(services, host, '/nowhere.txt'))]).toEqual([host, 404, 404, 404, 404]);
    }
  });

  test('a preflight and a page are refused too, with the headers of every answer', async () => {
    const { api, web } = await servicesWith({});
    const preflight = await api.inject({
      method: 'OPTIONS',
      url: signIn.path,
      headers: {
        host: 'evil.example:8000',
        origin: 'http://evil.example:3000',
        'access-control-request-method': 'POST',
      },
    });
    expect([
      preflight.statusCode,
      preflight.headers['access-control-allow-origin'],
      preflight.headers['cache-control'],
    ]).toEqual([421, undefined, 'no-store']);
    const page = await web.inject({ url: '/auth/login', headers: { host: 'evil.example:3000' } });
    expect([
      page.statusCode,
      page.headers['content-type'],
      page.headers['cache-control'],
      page.headers['x-content-type-options'],
    ]).toEqual([421, 'text/plain; charset=utf-8', 'no-store', 'nosniff']);
    expect(page.body).toContain('WEB_ORIGIN');
  });

  test('through a proxy it is the name that the proxy was asked by', async () => {
    const services = await servicesWith({ TRUST_PROXY: 'loopback' });
    const through = (app: FastifyInstance) =>
      app.inject({ url: '/nowhere.txt', headers: { host: 'localhost:8000', 'x-forwarded-host': 'chat.example.org' } });
    for (const app of Object.values(services)) expect((await through(app)).statusCode).toBe(421);
  });
});

test('with WEB_ORIGIN a proxy may say any Host', async () => {
  const services = await servicesWith({ WEB_ORIGIN: 'https://chat.example.org' });
  for (const host of ['api:8000', '10.0.0.5', 'chat.example.org'])
    expect(await statusesOf(services, host, '/nowhere.txt')).toEqual([404, 404, 404, 404]);
});
