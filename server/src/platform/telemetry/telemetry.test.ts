import { randomUUID } from 'node:crypto';
import { listBots } from '@parlance/shared/contract/api/bots';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { requestPasswordReset } from '@parlance/shared/contract/api/session/password-reset';
import { signIn as signInEndpoint } from '@parlance/shared/contract/api/session/session';
import { demoPassword } from '../../demo/organizations.ts';
import { metricsService } from '../../services/metrics/metrics.ts';
import { startCollector } from '../../testing/collector.ts';
import { type Figure, readFigures } from '../../testing/figures.ts';
import { startModelServer } from '../../testing/model-server.ts';
import { endPrograms, filledFolder, type Program, signIn, startProgram } from '../../testing/program.ts';
import { reportLoaded } from '../../testing/report-loaded.ts';
import { readConfig } from '../config/config.ts';
import { timeouts } from '../http/new-server.ts';
import { jobKinds } from '../jobs/kinds.ts';
import { isOwnHost } from '../language-models/observed-model.ts';
import { instruments } from './instruments.ts';
import { createLog } from './log.ts';

jest.setTimeout(90_000);
const [collector, model] = [await startCollector(), await startModelServer()];
afterAll(async () => {
  await endPrograms();
  await collector.close();
  await model.close();
});

const word = 'Zanzibar-7781';
const email = 'member@pro.example';

async function figuresAt(metrics: string): Promise<Figure[]> {
  const answer = await fetch(`${metrics}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return readFigures(await answer.text());
}

/** The programs of these tests hold the embedded database, whatever the other tests run on. */
const start = (settings: Record<string, string>) =>
  startProgram({
    DATA_DIR: filledFolder(),
    MODEL_TITLES: 'false',
    ...settings,
  });

async function stop({ child, ended }: Program) {
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

test('a question is one trace from the request to the model and the jobs; nothing that people wrote is in it', async () => {
  const program = start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=collector%20key',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
    TRUST_PROXY: 'loopback',
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
  });
  const { api = '', metrics = '' } = await program.ready;
  const ask = await signIn(api, email);
  const { items } = await ask(listBots.path);
  const { dialogue_id: dialogue } = await ask(startDialogue.path, {
    bot_id: items[0].id,
    prompt: `What is ${word}?`,
    idempotency_key: randomUUID(),
  });
  await ask(requestPasswordReset.path, { email });

  const [trusted, forged] = ['1'.repeat(32), '2'.repeat(32)];
  const traceparent = (trace: string) => `00-${trace}-${'3'.repeat(16)}-01`;
  await fetch(`${api}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9', traceparent: traceparent(trusted) } });
  await fetch(`${api}/healthz`, { headers: { traceparent: traceparent(forged) } });
  await fetch(`${api}/${word}`);

  // What the answer and the mail took is counted at their end.
  let figures = await figuresAt(metrics);
  const done = () =>
    figures.some(
      ({ name, labels, value }) =>
        name === 'parlance_job_duration_seconds_count' && labels['kind'] === 'send_mail' && value > 0,
    ) && figures.some(({ name, labels }) => name === 'parlance_model_tokens_total' && labels['model'] === 'stand-in');
  while (!done()) figures = await figuresAt(metrics);
  const log = await stop(program);

  const spans = collector.spans();
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [question] = named(`POST ${startDialogue.path}`);
  const [answered] = named('chat stand-in');
  expect(question).toMatchObject({
    parent: '',
    attributes: { 'http.route': startDialogue.path, 'http.response.status_code': 200, 'parlance.service': 'main' },
  });
  expect(answered).toMatchObject({
    traceId: question?.traceId,
    attributes: { 'gen_ai.request.model': 'stand-in', 'gen_ai.provider.name': 'settings' },
  });
  // The model stands on this machine, so it is told what its request belongs to.
  expect(model.requests[0]?.traceparent).toBe(`00-${answered?.traceId}-${answered?.id}-01`);
  const statements = spans.filter(
    ({ traceId, attributes }) => traceId === question?.traceId && attributes['db.query.text'] !== undefined,
  );
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.filter(({ parent }) => parent === '')).toEqual([]);
  const [mail, reset] = [named('job send_mail')[0], named(`POST ${requestPasswordReset.path}`)[0]];
  expect(mail?.traceId).toBe(reset?.traceId);

  const health = named('GET /healthz').map(({ traceId }) => traceId);
  expect(health).toContain(trusted);
  expect(health).not.toContain(forged);

  // The log says which request and which trace a line belongs to.
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line));
  const ended = lines.find((line) => line.msg === 'request completed' && line.trace_id === question?.traceId);
  expect(ended).toMatchObject({ request_id: question?.attributes['parlance.request.id'] });

  const sent = collector.text();
  for (const secret of [word, email, demoPassword, '203.0.113.9', 'csrftoken', 'sessionid', items[0].id, dialogue])
    expect([secret, sent.includes(secret)]).toEqual([secret, false]);
  expect(new Set(collector.asked.map(({ path, key }) => `${path} ${key}`))).toEqual(
    new Set(['/v1/traces collector key', '/v1/metrics collector key']),
  );
});

test('figures have no other labels than are declared, and no more values than the program has names for', async () => {
  const program = start({ METRICS_PORT: '0', NODE_OPTIONS: reportLoaded('opentelemetry') });
  const { api = '', web = '', charts = '', payment = '', metrics = '' } = await program.ready;
  const ask = await signIn(api, email);
  await ask(listBots.path);
  // No port that a tenant is led to has them.
  for (const service of [api, charts, payment]) expect((await fetch(`${service}/metrics`)).status).toBe(404);
  expect(await (await fetch(`${web}/metrics`)).text()).not.toContain('http_server');
  expect((await fetch(`${metrics}/else`)).status).toBe(404);
  const before = await figuresAt(metrics);
  const countOf = (name: string) => (figure: Figure) => figure.name === name;
  expect(before.filter(countOf('parlance_jobs')).length).toBe(Object.keys(jobKinds).length * 5);
  for (const name of [
    'db_client_connections',
    'parlance_streams_open',
    'parlance_mail_outbox',
    'process_memory_usage_bytes',
    'db_client_operation_duration_seconds_count',
    'process_cpu_time_seconds_total',
  ])
    expect([name, before.some(countOf(name))]).toEqual([name, true]);

  // Addresses, methods, hosts and names that somebody makes up.
  for (let at = 0; at < 60; at++) {
    const made = `${word}-${at}`;
    await fetch(`${api}/${made}`, { headers: { host: `${made}.example`, 'user-agent': made, traceparent: made } });
    await fetch(`${api}/bots/v1/bots/${randomUUID()}`, { method: at % 2 === 0 ? 'PROPFIND' : 'GET' });
    await fetch(`${web}/${made}?${made}`);
    await fetch(`${api}${signInEndpoint.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${made}@pro.example`, password: made }),
    });
  }
  const after = await figuresAt(metrics);
  const labels = new Set(Object.values(instruments).flatMap(({ labels: names }) => [...names] as string[]));
  for (const { labels: given } of after)
    for (const label of Object.keys(given)) expect([...labels, 'le', 'otel_scope_name']).toContain(label);
  const text = JSON.stringify(after);
  for (const strange of [word, 'PROPFIND', 'pro.example', 'Pro', email])
    expect([strange, text.includes(`"${strange}`) || text.includes(`${strange}"`)]).toEqual([strange, false]);
  const series = (figures: Figure[]) =>
    new Set(
      figures
        .filter(({ name }) => name === 'http_server_requests_total')
        .map(({ labels: given }) => JSON.stringify(given)),
    );
  // Two hundred and forty requests, and a handful of routes and statuses.
  expect(series(after).size - series(before).size).toBeLessThanOrEqual(12);
  program.child.kill('SIGTERM');
  // Figures alone load nothing that sends.
  const { code, stderr } = await program.ended;
  expect([code, stderr.includes('@opentelemetry/sdk-metrics'), stderr.includes('exporter-trace')]).toEqual([
    0,
    true,
    false,
  ]);
});

test('figures are for this machine, or for whoever has the token', async () => {
  const log = createLog({ LOG_LEVEL: 'silent' });
  const statusOf = async (
    settings: Record<string, string>,
    options: { headers?: Record<string, string>; remoteAddress?: string } = {},
  ) => {
    const app = await metricsService(
      { config: readConfig({ METRICS_PORT: '0', ...settings }), log },
      async () => 'figures',
    );
    const { statusCode } = await app.inject({
      url: '/metrics',
      ...options,
      headers: { host: 'localhost:9464', ...options.headers },
    });
    await app.close();
    return statusCode;
  };
  // Another name that leads here is another site's.
  expect([
    await statusOf({}),
    await statusOf({}, { headers: { host: 'rebound.example' } }),
    await statusOf({}, { remoteAddress: '203.0.113.7' }),
  ]).toEqual([200, 401, 401]);
  const token = 't'.repeat(40);
  const guarded = (authorization: string) =>
    statusOf(
      { METRICS_TOKEN: token },
      { headers: { host: 'metrics.example', authorization }, remoteAddress: '203.0.113.7' },
    );
  expect([
    await statusOf({ METRICS_TOKEN: token }),
    await guarded('Bearer wrong'),
    await guarded(`Basic ${token}`),
    await guarded(`Bearer ${token}`),
  ]).toEqual([401, 401, 401, 200]);
});

test('the figures’ port waits for a request no longer than the other servers', async () => {
  const { server } = await metricsService(
    { config: readConfig({ METRICS_PORT: '0' }), log: createLog({ LOG_LEVEL: 'silent' }) },
    async () => 'figures',
  );
  const { requestTimeout, keepAliveTimeout } = server;
  expect({ requestTimeout, keepAliveTimeout }).toEqual(timeouts);
});

test('without a setting nothing of it is loaded', async () => {
  const off = start({ NODE_OPTIONS: reportLoaded('opentelemetry') });
  expect(Object.keys(await off.ready)).not.toContain('metrics');
  await stop(off);
});

test.each([
  ['http://localhost:11434', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['http://10.1.2.3', true],
  ['http://vllm:8000', true],
  ['https://models.internal', true],
  ['https://api.openai.com', false],
  ['https://8.8.8.8', false],
  ['https://internal.example.org', false],
  ['https://models.internal.example', false],
])('whether %s may hear what a request belongs to: %s', (url, isOwn) => {
  expect(isOwnHost(new URL(url))).toBe(isOwn);
});
