import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AuditEntryDetails } from '@parlance/shared/contract/api/audit/audit-log';
import * as api from '@parlance/shared/contract/api/audit/audit-webhook';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { codeOf } from '../../../testing/agents.ts';
import { until } from '../../../testing/asking.ts';
import { endPauses, endPausesButOne, noJobs } from '../../../testing/jobs.ts';
import { dataOf } from '../../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../../testing/test-app.ts';
import { type HttpSite, type ReceivedRequest, startSite } from '../../../testing/tools.ts';
import { startJobs } from '../../jobs/engine.ts';
import { Breakers } from '../../outgoing/breakers.ts';
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts';
import { loadSecrets } from '../../secrets/secrets.ts';
import { record } from '../record.ts';
import { entriesAtOnce } from './deliveries.ts';
import { auditSending, takeEverywhere } from './send-job.ts';

const settings = { TOOL_SECRETS_KEY: 'ab'.repeat(32) };
let site: HttpSite;
let answer: (response: ServerResponse, request: ReceivedRequest) => void;
let server: TestServer;
let outgoing: Outgoing;
let jobs: { close(): Promise<void> };
let admin: Client;
let pro: string;
const ok = (response: ServerResponse) => void response.writeHead(204).end();
beforeAll(async () => {
  site = await startSite((request, response) => answer(response, request));
  server = await startTestServer({ ...settings, OUTGOING_ALLOWED_HOSTS: site.host });
  outgoing = createOutgoing({ allowedHosts: [site.host] });
  const {
    db,
    pool,
    dependencies: { events, log },
    isEmbedded,
    config,
  } = server;
  // Long enough for a machine that is busy to answer within it: one test waits for it once.
  const handler = auditSending({
    db,
    outgoing,
    breakers: new Breakers(),
    secrets: () => loadSecrets(config),
    timeoutMs: 3_000,
  });
  jobs = await startJobs({ db, pool, events, log, isEmbedded }, { ...noJobs, send_audit_log: handler }, 0.5);
  admin = await server.as('admin@pro.example');
  pro = dataOf(await admin.call(getWhoami)).organization_id;
});
afterAll(async () => {
  await jobs.close();
  await outgoing.close();
  await server.close();
  await site.close();
});
beforeEach(() => {
  answer = ok;
});
afterEach(async () => {
  await admin.call(api.deleteAuditWebhook);
  site.requests.length = 0;
});

const put = async (path = '/in') =>
  dataOf(await admin.call(api.putAuditWebhook, { body: { url: `${site.origin}${path}` } }));
const get = async () => dataOf(await admin.call(api.getAuditWebhook)).webhook;
const notArrived = async () => dataOf(await admin.call(api.listWebhookDeliveries)).items;
const act = (count: number) =>
  server.db.asSystem(async (trx) => {
    for (let at = 0; at < count; at++)
      await record(trx, { action: 'tool.created', organizationId: pro, target: { id: null, name: `Tool ${at}` } });
  });
const look = () => takeEverywhere({ db: server.db, log: server.dependencies.log });
const entriesIn = ({ body }: ReceivedRequest) =>
  (JSON.parse(body) as { data: { entries: AuditEntryDetails[] } }).data.entries;
const typeOf = ({ body }: ReceivedRequest) => (JSON.parse(body) as { type: string }).type;
/** As a receiver checks it, by the words of standardwebhooks.com and by none of our code. */
const isSignedWith = (secret: string | null, { headers, body }: ReceivedRequest) => {
  const key = Buffer.from((secret ?? '').replace('whsec_', ''), 'base64');
  const wanted = createHmac('sha256', key)
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((it) => it.startsWith('v1,') && timingSafeEqual(Buffer.from(it.slice(3), 'base64'), wanted));
};

test('entries arrive signed and in their order, in as many messages as it takes, from where the sending began', async () => {
  const {
    secret,
    webhook: { through },
  } = await put();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await act(2 * entriesAtOnce + 5);
  await look();
  const sent = () => site.requests.flatMap(entriesIn);
  await until(async () => sent().length >= 2 * entriesAtOnce + 6);
  // That the address was given is an entry of its own, and the first one.
  expect(sent().map(({ number }) => number)).toEqual(
    Array.from({ length: 2 * entriesAtOnce + 6 }, (_, at) => through + 1 + at),
  );
  expect(sent()[0]).toMatchObject({
    action: 'audit_webhook.changed',
    changes: [{ field: 'leads_to', before: null, after: site.origin }],
  });
  expect(new Set(site.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  for (const request of site.requests) {
    expect(request).toMatchObject({ method: 'POST', path: '/in', headers: { 'content-type': 'application/json' } });
    expect(Math.abs(Number(request.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(isSignedWith(secret, request)).toBe(true);
    // What was altered on the way, or signed with another secret, is no message of ours.
    expect(
      isSignedWith(secret, { ...request, body: request.body.replace('Tool 1', 'Tool 2').replace('leads_to', 'leads') }),
    ).toBe(false);
    expect(isSignedWith(`whsec_${Buffer.alloc(32).toString('base64')}`, request)).toBe(false);
  }
  await until(async () => (await notArrived()).length === 0);
});

test('a new secret is told once, and messages hold both signatures until the receiver has changed', async () => {
  const { secret: first } = await put();
  expect((await put('/elsewhere')).secret).toBeNull();
  const { secret: second, webhook } = dataOf(await admin.call(api.rotateAuditWebhookSecret));
  expect(second).not.toBe(first);
  expect(Date.parse(webhook.both_secrets_until ?? '') - Date.now()).toBeGreaterThan(3_600_000);
  expect(dataOf(await admin.call(api.tryAuditWebhook))).toEqual({ has_arrived: true, status: 204, error_code: null });
  expect([first, second].map((it) => isSignedWith(it, site.requests[0] as ReceivedRequest))).toEqual([true, true]);
  expect(typeOf(site.requests[0] as ReceivedRequest)).toBe('audit_log.test');
  await server.db.asSystem((trx) =>
    trx
      .updateTable('audit_webhooks')
      .set({ both_secrets_until: new Date(Date.now() - 1) })
      .execute(),
  );
  await admin.call(api.tryAuditWebhook);
  expect([first, second].map((it) => isSignedWith(it, site.requests[1] as ReceivedRequest))).toEqual([false, true]);
  expect(await get()).toMatchObject({ both_secrets_until: null, url: `${site.origin}/elsewhere` });
  const stored = await server.db.asSystem((trx) =>
    trx.selectFrom('audit_webhooks').selectAll().executeTakeFirstOrThrow(),
  );
  expect(JSON.stringify(stored)).not.toContain(second.slice(6));
});

test('a receiver that fails, is slow or leads elsewhere gets the same message again, and nothing overtakes it', async () => {
  const held: ServerResponse[] = [];
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(500).end(),
    (response) => void held.push(response),
    (response) => response.writeHead(302, { location: '/taken' }).end(),
    (response) => response.destroy(),
    ok,
  ];
  const outcomes = [
    { status: 500, error_code: null },
    { status: null, error_code: 'address_timeout' },
    { status: null, error_code: 'address_unreachable' },
    { status: null, error_code: 'address_unreachable' },
  ];
  const tried = () => site.requests.filter(({ path }) => path === '/in');
  answer = (response, { path }) => (path === '/in' ? (answers.at(tried().length - 1) ?? ok) : ok)(response);
  await put();
  await look();
  for (const [at, outcome] of outcomes.entries()) {
    await until(async () => (await notArrived())[0]?.tries === at + 1);
    const [waiting] = await notArrived();
    expect(waiting).toMatchObject({ state: 'waiting', ...outcome });
    // It is tried again as it is: only what was given up is sent again by a person.
    if (at === 0)
      expect(codeOf(await admin.call(api.resendWebhookDelivery, { params: { delivery_id: waiting?.id ?? '' } }))).toBe(
        '409 conflict',
      );
    await act(1);
    await look();
    await until(async () => {
      await endPauses(server.pool);
      return tried().length > at + 1;
    });
  }
  for (const response of held) response.destroy();
  await look();
  await until(async () => (await notArrived()).length === 0);
  expect(
    new Set(
      tried()
        .slice(0, 5)
        .map(({ headers }) => headers['webhook-id']),
    ).size,
  ).toBe(1);
  expect(
    new Set(
      tried()
        .slice(0, 5)
        .map((it) => JSON.stringify(entriesIn(it))),
    ).size,
  ).toBe(1);
});

test('what is given up is told, those behind it go on, and it can be sent again', async () => {
  answer = (response) => void response.writeHead(410).end();
  const {
    webhook: { through },
  } = await put();
  await look();
  await until(async () => (await notArrived())[0]?.tries === 1);
  await act(1);
  await until(async () => {
    await endPausesButOne(server.pool);
    return (await get())?.given_up === 1;
  });
  answer = ok;
  await until(async () => {
    await endPauses(server.pool);
    return (await notArrived()).length === 1;
  });
  const [lost] = await notArrived();
  expect(lost).toMatchObject({ state: 'given_up', first: through + 1, status: 410 });
  const before = site.requests.length;
  const again = { params: { delivery_id: lost?.id ?? '' } };
  expect(dataOf(await admin.call(api.resendWebhookDelivery, again))).toMatchObject({ state: 'waiting' });
  await until(async () => (await notArrived()).every(({ id }) => id !== lost?.id));
  expect(
    site.requests
      .slice(before)
      .flatMap(entriesIn)
      .map(({ number }) => number),
  ).toContain(through + 1);
  expect((await admin.call(api.resendWebhookDelivery, again)).status).toBe(404);
});

test('what has arrived is forgotten under a legal hold as well: a delivery holds numbers, and the log keeps what they stand for', async () => {
  const columns = await server.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'audit_deliveries'`,
  );
  expect(columns.rows.map(({ name }) => name).sort()).toEqual([
    'error_code',
    'first',
    'id',
    'last',
    'organization_id',
    'state',
    'status',
    'tried_at',
    'tries',
  ]);
  await server.pool.query(
    `insert into legal_holds (organization_id, idempotency_key, kind, name, reason) values ($1, gen_random_uuid(), 'organization', '', 'Proceedings')`,
    [pro],
  );
  const entries = async () =>
    Number(
      (await server.pool.query<{ count: string }>(`select count(*) from audit_log where organization_id = $1`, [pro]))
        .rows[0]?.count,
    );
  await put();
  await act(3);
  const before = await entries();
  await look();
  await until(async () => site.requests.some(({ path }) => path === '/in') && (await notArrived()).length === 0);
  expect(await entries()).toBeGreaterThanOrEqual(before);
  await server.pool.query(`delete from legal_holds`);
});

test('an address of the server’s own network is never asked, and one that is none of the web is refused', async () => {
  await admin.call(api.putAuditWebhook, { body: { url: 'http://127.0.0.1:8443/' } });
  expect(dataOf(await admin.call(api.tryAuditWebhook))).toEqual({
    has_arrived: false,
    status: null,
    error_code: 'address_refused',
  });
  for (const url of ['file:///etc/passwd', 'ftp://siem.example', 'siem.example', 'https://siem .example']) {
    expect(codeOf(await admin.call(api.putAuditWebhook, { body: { url } }))).toBe('400 validation_failed');
  }
});

test('of another organisation nothing is seen, changed or sent again (TEN-01)', async () => {
  answer = (response) => void response.writeHead(500).end();
  await put();
  const { id } = await server.db.asSystem((trx) =>
    trx
      .insertInto('audit_deliveries')
      .values({ organization_id: pro, first: '1', last: '1' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await server.db.asSystem((trx) =>
    trx.updateTable('audit_deliveries').set({ state: 'given_up' }).where('id', '=', id).execute(),
  );
  const other = await server.as('owner@team.example');
  const { organization_id: theirs } = dataOf(await other.call(getWhoami));
  await server.db.asSystem((trx) =>
    trx.updateTable('organizations').set({ plan_name: 'Pro' }).where('id', '=', theirs).execute(),
  );
  expect(dataOf(await other.call(api.getAuditWebhook)).webhook).toBeNull();
  expect(dataOf(await other.call(api.listWebhookDeliveries)).items).toEqual([]);
  const strange = await Promise.all(
    [id, randomUUID()].map((delivery_id) => other.call(api.resendWebhookDelivery, { params: { delivery_id } })),
  );
  expect(strange.map(({ status }) => status)).toEqual([404, 404]);
  expect(strange.map(codeOf)).toEqual(['404 not_found', '404 not_found']);
  for (const asked of [
    other.call(api.rotateAuditWebhookSecret),
    other.call(api.tryAuditWebhook),
    other.call(api.deleteAuditWebhook),
  ])
    expect((await asked).status).toBe(404);
  expect(await get()).toMatchObject({ given_up: 1 });
  console.info('TEN-01: 7 endpoints of the sending of the audit log, nothing of another organisation');
});

test('one organisation whose entries cannot be taken keeps no other waiting', async () => {
  await put();
  await act(1);
  const {
    rows: [other],
  } = await server.pool.query<{ id: string }>(`select id from organizations where id <> $1 order by id limit 1`, [pro]);
  await server.db.asSystem((trx) =>
    record(trx, { action: 'tool.created', organizationId: other?.id ?? '', target: { id: null, name: 'Tool' } }),
  );
  await server.pool.query(
    `insert into audit_webhooks (organization_id, url, secrets, through) values ($1, 'https://receiver.example/', '', 0)`,
    [other?.id],
  );
  await server.pool.query(
    `create function refuse_others() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`,
  );
  await server.pool.query(
    `create trigger others_refused before insert on audit_deliveries for each row when (new.organization_id <> '${pro}') execute function refuse_others()`,
  );
  await look();
  await until(async () => site.requests.length > 0);
  expect(server.log.filter((line) => line.includes('waits to be sent with the next look'))).toHaveLength(1);
  await server.pool.query(
    `drop trigger others_refused on audit_deliveries; delete from audit_webhooks where organization_id <> '${pro}'`,
  );
});
