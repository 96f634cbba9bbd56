import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadInvoice, payInvoice } from '@parlance/shared/contract/api/payment/invoices';
import { listOperatorInvoices, openPaymentPortal, settleByHand } from '@parlance/shared/contract/api/payment/payment';
import type { FastifyInstance } from 'fastify';
import { extractText } from 'unpdf';
import { paymentService } from '../../services/payment.ts';
import { owe } from '../../testing/invoices.ts';
import { dataOf } from '../../testing/registering.ts';
import { type StripeEvent, type StripeServer, startStripeServer } from '../../testing/stripe-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { runInvoices } from './command-line.ts';
import { reconcilePayments } from './stripe/reconcile.ts';
import { loadStripe } from './stripe/settings.ts';

const owner = 'owner@team.example';
const minute = 60_000;
const operatorKey = 'o'.repeat(40);

let stripe: StripeServer;
let server: TestServer;
/** The same service in what could be another process. */
let second: FastifyInstance;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({
    ...stripe.settings,
    OPERATOR_KEY: operatorKey,
    WEB_ORIGIN: 'http://localhost:3000',
  });
  second = await paymentService(server.dependencies);
});
afterAll(async () => {
  await second.close();
  await server.close();
  await stripe.close();
});
beforeEach(() => stripe.setFault(null));

const ofInvoice = (id: string) => ({ params: { invoice_id: id } });
const codeOf = ({ status, body }: { status: number; body: { success: boolean; code?: string } }) =>
  `${status} ${body.success ? '' : body.code}`;
const statusOf = async (id: string) =>
  (
    await server.db.asSystem((trx) =>
      trx.selectFrom('invoices').where('id', '=', id).select('status').executeTakeFirstOrThrow(),
    )
  ).status;
const paymentsOf = (id: string) =>
  server.db.asSystem((trx) =>
    trx.selectFrom('payments').where('invoice_id', '=', id).orderBy('created_at').selectAll().execute(),
  );
const timesPaid = async (id: string) =>
  (
    await server.db.asSystem((trx) =>
      trx
        .selectFrom('audit_log')
        .where('action', '=', 'invoice.paid')
        .where('target_id', '=', id)
        .select('seq')
        .execute(),
    )
  ).length;
const send = (payload: string, signature: string | undefined, app = server.payment) =>
  app.inject({
    method: 'POST',
    url: '/payment/v1/stripe/events',
    payload,
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
  });
async function deliver(event: StripeEvent, app = server.payment): Promise<number> {
  const { payload, signature } = stripe.signed(event);
  return (await send(payload, signature, app)).statusCode;
}
/** Where somebody is sent to pay, and the session of that page. */
async function sentTo(client: Client, invoice: string): Promise<string> {
  const way = dataOf(await client.call(payInvoice, ofInvoice(invoice)));
  if (way.kind !== 'redirect') throw new Error('It is to be paid by hand.');
  return way.url.split('/').at(-1) ?? '';
}
async function reconcile(after: number): Promise<void> {
  const gateway = await loadStripe(server.config);
  if (gateway === null) throw new Error('Stripe is not set.');
  await reconcilePayments({ ...server.dependencies }, gateway, new Date(Date.now() + after));
}

test('only an owner pays, only what the organisation owes, and only from our own pages', async () => {
  const { id } = await owe(server, owner);
  expect(codeOf(await server.anonymous().call(payInvoice, ofInvoice(id)))).toBe('401 unauthenticated');
  expect(codeOf(await (await server.as('admin@pro.example')).call(payInvoice, ofInvoice(id)))).toBe('403 forbidden');
  const stranger = await server.as('owner@pro.example');
  const [theirs, none] = await Promise.all(
    [id, crypto.randomUUID()].map((it) => stranger.call(payInvoice, ofInvoice(it))),
  );
  expect([theirs?.status, none?.status]).toEqual([404, 404]);
  expect(codeOf(await stranger.call(downloadInvoice, ofInvoice(id)))).toBe('404 not_found');
  const cookies = (await server.as(owner)).headers();
  for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await server.payment.inject({
      method: 'POST',
      url: `/invoices/v1/invoices/${id}/payment`,
      headers: { ...cookies, ...headers },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'origin_refused']);
  }
  expect(await paymentsOf(id)).toEqual([]);
});

test('it is paid when Stripe says so, and not because somebody came back', async () => {
  const client = await server.as(owner);
  const { id, number } = await owe(server, owner, 10_690);
  const session = await sentTo(client, id);
  expect(stripe.sessions.get(session)).toMatchObject({
    amount_total: 10_690,
    currency: 'eur',
    success_url: 'http://localhost:3000/redirect?to=%2Fsubscription-manager%3Fpayment%3Dreturned',
  });
  // Who presses twice, or has another window open, is on the same page.
  expect(await sentTo(client, id)).toBe(session);
  await stripe.pay(session);
  expect(await statusOf(id)).toBe('open');
  expect(await deliver(stripe.events.at(-1)!)).toBe(200);
  expect(await statusOf(id)).toBe('paid');
  const pdf = await server.payment.inject({ url: `/invoices/v1/invoices/${id}/pdf`, headers: client.headers() });
  expect(pdf.headers['content-disposition']).toContain(`${number}.pdf`);
  expect((await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true })).text).toMatch(
    /Paid on .*Reference: pi_/s,
  );
  expect(codeOf(await client.call(payInvoice, ofInvoice(id)))).toBe('409 conflict');
});

test('DUR-05: each event five times, shuffled, altered, late, at once and by two processes counts exactly once, and none unsigned', async () => {
  const client = await server.as(owner);
  const owed = await Promise.all(Array.from({ length: 12 }, (_, at) => owe(server, owner, 1000 + at)));
  const before = stripe.events.length;
  for (const [at, { id }] of owed.entries()) {
    const session = await sentTo(client, id);
    // Every fourth page ends unpaid.
    await (at % 4 === 3 ? stripe.expire(session) : stripe.pay(session));
  }
  const late = 3 * 24 * 3600;
  const events = stripe.events
    .slice(before)
    .map((event, at) => (at % 2 === 0 ? event : { ...event, created: event.created - late }));
  const unpaid = owed.filter((_, at) => at % 4 === 3);
  const sent = shuffled(
    events.flatMap((event) => [
      ...Array.from({ length: 5 }, () => ({ ...stripe.signed(event), right: true })),
      ...forged(
        event,
        unpaid.map(({ id }) => id),
      ),
    ]),
  );
  const answers = await Promise.all(
    sent.map(({ payload, signature }, at) => send(payload, signature, at % 2 === 0 ? server.payment : second)),
  );
  expect(
    answers
      .map(({ statusCode }, at) => [statusCode, sent[at]?.right])
      .filter(([status, right]) => status !== (right ? 200 : 400)),
  ).toEqual([]);
  const wrong: string[] = [];
  for (const [at, { id, number }] of owed.entries()) {
    const expected =
      at % 4 === 3 ? { status: 'open', times: 0, states: ['ended'] } : { status: 'paid', times: 1, states: ['paid'] };
    const actual = {
      status: await statusOf(id),
      times: await timesPaid(id),
      states: (await paymentsOf(id)).map(({ state }) => state),
    };
    if (JSON.stringify(actual) !== JSON.stringify(expected)) wrong.push(`${number}: ${JSON.stringify(actual)}`);
  }
  expect(wrong).toEqual([]);
  const {
    rows: [kept],
  } = await server.pool.query('select count(*)::int as events from payment_events where id = any($1)', [
    events.map(({ id }) => id),
  ]);
  expect(kept).toEqual({ events: events.length });
  console.info(
    `DUR-05: ${wrong.length} of ${owed.length} invoices wrong after ${sent.length} deliveries of ${events.length} events, of them ${sent.filter(({ right }) => !right).length} altered, replayed or unsigned`,
  );
});

/** What somebody could send who has seen an event and has no secret. */
function forged(
  event: StripeEvent,
  unpaid: string[],
): { payload: string; signature: string | undefined; right: false }[] {
  const { payload, signature } = stripe.signed(event);
  const altered = payload
    .replace(/"amount_(total|received)":\d+/, '"amount_$1":1')
    .replace('expired', 'complete')
    .replace('"id":"evt_', `"id":"evt_${unpaid.length}`);
  return [
    { payload: altered, signature, right: false },
    { payload, signature: undefined, right: false },
    { payload, signature: stripe.signed(event, { secret: 'whsec_another' }).signature, right: false },
    { payload, signature: stripe.signed(event, { at: new Date(Date.now() - 6 * minute) }).signature, right: false },
    { payload: `${payload} `, signature, right: false },
  ];
}

/** Seeded: each run has the same order. */
function shuffled<T>(items: T[]): T[] {
  let seed = 20_261_122;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  return items
    .map((item) => [next(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

test('in whichever order a page is paid and is over, it is paid', async () => {
  const client = await server.as(owner);
  for (const order of ['paid first', 'over first'] as const) {
    const { id } = await owe(server, owner);
    const session = await sentTo(client, id);
    await stripe.pay(session);
    const paid = stripe.events.at(-1)!;
    const over: StripeEvent = {
      ...paid,
      id: `evt_over_${id}`,
      type: 'checkout.session.expired',
      data: { object: { ...paid.data.object, status: 'expired', payment_status: 'unpaid' } },
    };
    for (const event of order === 'paid first' ? [paid, over] : [over, paid]) expect(await deliver(event)).toBe(200);
    expect([order, await statusOf(id), await timesPaid(id)]).toEqual([order, 'paid', 1]);
  }
});

test('FLT-07: their host is down in the middle: it is said, nothing is charged twice, and what was paid is found later', async () => {
  const client = await server.as(owner);
  let tried = 0;
  const broken: string[] = [];
  for (const fault of [
    { kind: 'refuse' },
    { kind: 'lose-answer' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429 },
  ] as const) {
    const { id } = await owe(server, owner);
    const [pages, charges] = [stripe.sessions.size, stripe.charges.length];
    stripe.setFault(fault);
    for (let times = 0; times < 2; times += 1) {
      const failed = await client.call(payInvoice, ofInvoice(id));
      expect(codeOf(failed)).toBe('502 payment_unavailable');
      expect(failed.body).toMatchObject({ message: expect.stringContaining('Nothing was charged') });
    }
    await reconcile(5 * minute);
    stripe.setFault(null);
    // Its word is lost, and nobody presses again.
    await stripe.pay(await sentTo(client, id));
    expect(await statusOf(id)).toBe('open');
    stripe.setFault(fault);
    await reconcile(10 * minute);
    stripe.setFault(null);
    await Promise.all([reconcile(30 * minute), reconcile(30 * minute)]);
    tried += 1;
    const outcome = {
      pages: stripe.sessions.size - pages,
      charges: stripe.charges.length - charges,
      status: await statusOf(id),
      times: await timesPaid(id),
    };
    if (JSON.stringify(outcome) !== JSON.stringify({ pages: 1, charges: 1, status: 'paid', times: 1 }))
      broken.push(`${JSON.stringify(fault)}: ${JSON.stringify(outcome)}`);
  }
  expect(broken).toEqual([]);
  console.info(
    `FLT-07: payment: ${broken.length} of ${tried} invoices charged twice or not settled with their host down before, while and after they were paid`,
  );
});

test('twenty who press at once are on one page', async () => {
  const client = await server.as(owner);
  const { id } = await owe(server, owner);
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => sentTo(client, id)))).size).toBe(1);
  expect(await paymentsOf(id)).toHaveLength(1);
});

test('a page that is over makes room for another', async () => {
  const client = await server.as(owner);
  const { id } = await owe(server, owner);
  const first = await sentTo(client, id);
  await stripe.expire(first);
  const next = await sentTo(client, id);
  expect(next).not.toBe(first);
  expect((await paymentsOf(id)).map(({ state }) => state)).toEqual(['ended', 'open']);
});

test('what is paid twice, or with another sum, goes back once; a page for what is not owed any more is closed', async () => {
  const client = await server.as(owner);
  const twice = await owe(server, owner);
  const session = await sentTo(client, twice.id);
  const operator = { authorization: `Bearer ${operatorKey}` };
  expect(
    (
      await server.payment.inject({
        method: 'PUT',
        url: settleByHand.path,
        payload: { number: twice.number },
        headers: operator,
      })
    ).statusCode,
  ).toBe(200);
  await stripe.pay(session);
  await deliver(stripe.events.at(-1)!);
  const another = await owe(server, owner);
  await stripe.pay(await sentTo(client, another.id));
  const event = stripe.events.at(-1)!;
  await deliver({ ...event, data: { object: { ...event.data.object, amount_total: 1 } } });
  expect(await statusOf(another.id)).toBe('open');
  const before = stripe.refunds.length;
  const closed = await owe(server, owner);
  const page = await sentTo(client, closed.id);
  expect(
    (
      await server.payment.inject({
        method: 'PUT',
        url: '/payment/v1/operator/cancellations',
        payload: { number: closed.number },
        headers: operator,
      })
    ).statusCode,
  ).toBe(200);
  await Promise.all([reconcile(2 * minute), reconcile(2 * minute)]);
  await reconcile(4 * minute);
  expect(stripe.refunds.length - before).toBe(2);
  expect([...(await paymentsOf(twice.id)), ...(await paymentsOf(another.id))].map(({ state }) => state)).toEqual([
    'refunded',
    'refunded',
  ]);
  expect(stripe.sessions.get(page)?.status).toBe('expired');
  expect((await paymentsOf(closed.id)).map(({ state }) => state)).toEqual(['ended']);
});

test('the owner changes what they pay with on a page of Stripe’s', async () => {
  expect(codeOf(await (await server.as('member@pro.example')).call(openPaymentPortal))).toBe('403 forbidden');
  expect(dataOf(await (await server.as(owner)).call(openPaymentPortal)).url).toContain(`${stripe.url}/portal`);
  stripe.setFault({ kind: 'refuse' });
  expect(codeOf(await (await server.as(owner)).call(openPaymentPortal))).toBe('502 payment_unavailable');
});

test('without Stripe an invoice is paid by hand, and its operator says so on the command line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-operator-'));
  const config = {
    ...server.config,
    STRIPE_SECRET_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    OPERATOR_KEY: undefined,
    DATA_DIR: folder,
  };
  await expect(runInvoices(['list'], config)).rejects.toThrow('There is no key');
  const app = await paymentService({ ...server.dependencies, config });
  try {
    await app.listen({ host: 'localhost', port: 0 });
    config.PAYMENT_PORT = (app.server.address() as AddressInfo).port; // it listens on a port
    const { id, number } = await owe(server, owner);
    const { headers } = await server.as(owner);
    const byPerson = (url: string) =>
      app.inject({ method: 'POST', url, headers: { ...headers(), origin: `http://localhost:${config.WEB_PORT}` } });
    expect((await byPerson(`/invoices/v1/invoices/${id}/payment`)).json()).toEqual({
      success: true,
      data: { kind: 'by-hand' },
    });
    expect((await byPerson(openPaymentPortal.path)).statusCode).toBe(404);
    expect((await send('{}', 't=1,v1=00', app)).statusCode).toBe(404);
    const listed = (await runInvoices(['list'], config)).split('\n').find((line) => line.startsWith(number));
    expect(listed).toMatch(/open +€49\.00 +due \d{4}-\d\d-\d\d/);
    expect(await runInvoices(['paid', number], config)).toMatch(/ paid /);
    expect(await runInvoices(['paid', number], config)).toMatch(/ paid /);
    expect([await statusOf(id), await timesPaid(id)]).toEqual(['paid', 1]);
    await expect(runInvoices(['void', number], config)).rejects.toThrow('Nothing is owed');
    await expect(runInvoices(['paid', 'INV-999999'], config)).rejects.toThrow('no invoice of this number');
    for (const args of [[], ['paid'], ['list', 'all'], ['delete', number]])
      await expect(runInvoices(args, config)).rejects.toThrow('npm run operate -- invoices list');
    await expect(runInvoices(['list'], { ...config, OPERATOR_KEY: 'x'.repeat(32) })).rejects.toThrow('another key');
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
  await expect(runInvoices(['list'], { ...config, OPERATOR_KEY: 'x'.repeat(32), PAYMENT_PORT: 1 })).rejects.toThrow(
    'does not answer',
  );
});

test('without the key, or from elsewhere, nobody is an operator', async () => {
  const authorization = `Bearer ${operatorKey}`;
  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    server.payment.inject({ url: listOperatorInvoices.path, headers, remoteAddress });
  expect((await ask({ authorization })).statusCode).toBe(200);
  const refused = await Promise.all([
    ask({}),
    ask((await server.as(owner)).headers()),
    ask({ authorization: `Bearer ${'x'.repeat(43)}` }),
    ask({ authorization, host: 'pay.example.org' }),
    ask({ authorization }, '203.0.113.7'),
  ]);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
});
