import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createGateway } from '../money/payment/stripe/gateway.ts';
import { readConfig } from '../platform/config/config.ts';
import { useProxies } from '../platform/outgoing/proxies.ts';
import { createS3Storage } from '../platform/storage/s3/s3-storage.ts';
import { newStorageKey } from '../platform/storage/storage.ts';
import { startOpenTelemetry } from '../platform/telemetry/open-telemetry.ts';
import { until } from '../testing/asking.ts';
import { startCollector } from '../testing/collector.ts';
import { type TestProxy, startProxy } from '../testing/proxy.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { startStripeServer } from '../testing/stripe-server.ts';

// Models and what people name have tests of their own beside them: here is what else leaves the network by http.

let proxy: TestProxy;
beforeAll(async () => {
  proxy = await startProxy({ user: { name: 'user', password: 'hunter2' } });
});
afterAll(() => proxy.close());
beforeEach(() => {
  proxy.requests.length = 0;
  useProxies(readConfig({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url }));
});
afterEach(() => useProxies({}));

/** The address by a name that only the proxy knows. */
const named = (address: string) => {
  const url = new URL(address);
  url.hostname = 'service.company.example';
  return url;
};

test('a storage that speaks S3', async () => {
  const server = await startS3Server();
  const endpoint = named(server.settings.endpoint).origin;
  const patience = { connectMs: 5_000, silenceMs: 5_000, sendingMs: 5_000, firstPauseMs: 1, tries: 1 };
  const storage = createS3Storage({ ...server.settings, endpoint }, patience);
  const key = newStorageKey();
  await storage.put(key, [Buffer.from('bytes')]);
  const stream = await storage.get(key);
  expect(stream === null ? null : await text(stream)).toBe('bytes');
  expect(proxy.requests.length).toBeGreaterThan(1);
  await storage.close();
  useProxies(readConfig({ HTTP_PROXY: 'http://user:hunter2@127.0.0.1:1' }));
  const cutOff = createS3Storage({ ...server.settings, endpoint }, patience);
  await expect(cutOff.check()).rejects.toThrow('The proxy 127.0.0.1:1 cannot be reached (ECONNREFUSED).');
  await cutOff.close();
  await server.close();
});

test('Stripe', async () => {
  const server = await startStripeServer();
  const gateway = createGateway({
    url: named(server.url),
    secretKey: server.settings.STRIPE_SECRET_KEY,
    webhookSecret: server.settings.STRIPE_WEBHOOK_SECRET,
    returnTo: 'https://chat.example.org/',
    returnFromPaying: 'https://chat.example.org/',
  });
  expect(await gateway.createCustomer(randomUUID())).toMatch(/^cus_/);
  expect(proxy.requests).toEqual([
    expect.stringMatching(/^POST http:\/\/service\.company\.example:\d+\/v1\/customers$/),
  ]);
  await server.close();
});

test('figures and traces', async () => {
  const collector = await startCollector();
  const { observer, close } = await startOpenTelemetry({
    settings: readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: named(collector.url).origin }),
    parts: ['api'],
    complain: (error) => {
      throw error;
    },
  });
  observer.begin({ name: 'x', kind: 'client', attributes: {} }).end();
  await close();
  await until(() => proxy.requests.length > 0);
  expect(proxy.requests[0]).toMatch(/^POST http:\/\/service\.company\.example:\d+\/v1\/traces$/);
  await collector.close();
});
