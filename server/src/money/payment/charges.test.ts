import { getInvoice, listInvoices } from '@parlance/shared/contract/api/billing/invoices';
import { downloadInvoice, payInvoice } from '@parlance/shared/contract/api/payment/invoices';
import { setAutomaticPayment } from '@parlance/shared/contract/api/payment/payment';
import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { paymentService } from '../../services/payment.ts';
import { owe, oweForPeriod } from '../../testing/invoices.ts';
import { dataOf } from '../../testing/registering.ts';
import { type StripeEvent, type StripeServer, startStripeServer } from '../../testing/stripe-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { issueInvoice } from '../billing/issue.ts';
import { daysAfter, termsOf } from '../billing/terms.ts';
import { oldReversals } from './settle.ts';
import type { StripeGateway } from './stripe/gateway.ts';
import { reconcilePayments } from './stripe/reconcile.ts';
import { loadStripe } from './stripe/settings.ts';

const owner = 'owner@team.example';
const hour = 3600_000;

let stripe: StripeServer;
let server: TestServer;
let second: FastifyInstance;
let gateway: StripeGateway;
let client: Client;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({ ...stripe.settings });
  second = await paymentService(server.dependencies);
  const loaded = await loadStripe(server.config);
  if (loaded === null) throw new Error('Stripe is not set.');
  gateway = loaded;
  client = await server.as(owner);
  // Stores a payment method from now on.
  await deliver((await paidOnPage()).event);
});
afterAll(async () => {
  await second.close();
  await server.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.setFault(null);
  stripe.setBank('pays');
  await agree(true);
});

const codeOf = ({ status, body }: { status: number; body: { success: boolean; code?: string } }) =>
  `${status} ${body.success ? '' : body.code}`;
const agree = async (isAgreed: boolean) =>
  dataOf(await client.call(setAutomaticPayment, { body: { is_agreed: isAgreed } }));
const invoiceOf = async (id: string) => dataOf(await client.call(getInvoice, { params: { invoice_id: id } }));
const look = (now: Date, by = gateway) => reconcilePayments({ ...server.dependencies }, by, now);
const chargesOf = (id: string) =>
  server.db.asSystem((trx) =>
    trx
      .selectFrom('payments')
      .where('invoice_id', '=', id)
      .where('attempt', 'is not', null)
      .orderBy('attempt')
      .select(['attempt', 'state', 'failure'])
      .execute(),
  );
const taken = async (id: string) => {
  const intents = await server.db.asSystem((trx) =>
    trx.selectFrom('payments').where('invoice_id', '=', id).select('session').execute(),
  );
  return stripe.charges.filter(({ of }) => intents.some(({ session }) => session === of)).length;
};
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
const recordedOf = async (id: string) =>
  (
    await server.db.asSystem((trx) =>
      trx.selectFrom('audit_log').where('target_id', '=', id).orderBy('seq').select('action').execute(),
    )
  ).map(({ action }) => action);
const subjectsTo = async (number: string) =>
  (await server.mailTo(owner)).map(({ subject }) => subject).filter((subject) => subject.includes(number));
async function deliver(event: StripeEvent, app = server.payment): Promise<void> {
  const { payload, signature } = stripe.signed(event);
  const answer = await app.inject({
    method: 'POST',
    url: '/payment/v1/stripe/events',
    payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  });
  expect(answer.statusCode).toBe(200);
}
async function sentTo(invoice: string): Promise<string> {
  const way = dataOf(await client.call(payInvoice, { params: { invoice_id: invoice } }));
  if (way.kind !== 'redirect') throw new Error('It is to be paid by hand.');
  return way.url.split('/').at(-1) ?? '';
}
/** Each period begins a minute after the one before: their causes differ. */
let periods = 0;
const oweNow = () => oweForPeriod(server, owner, new Date(Date.now() + (periods += 1) * 60_000));
/** An invoice that was paid on a page, with the payment that Stripe knows. */
async function paidOnPage(total = 4900) {
  const { id, number } = await owe(server, owner, total);
  const session = await sentTo(id);
  await stripe.pay(session);
  const event = stripe.events.at(-1);
  if (event === undefined) throw new Error('Nothing was told.');
  return { id, number, session, event, intent: stripe.sessions.get(session)?.payment_intent ?? '' };
}

test('nothing is charged that nobody agreed to; only an owner agrees, and what is paid with is kept for it from then on', async () => {
  expect(codeOf(await server.anonymous().call(setAutomaticPayment, { body: { is_agreed: true } }))).toBe(
    '401 unauthenticated',
  );
  expect(
    codeOf(await (await server.as('admin@pro.example')).call(setAutomaticPayment, { body: { is_agreed: true } })),
  ).toBe('403 forbidden');
  await agree(false);
  const before = await paidOnPage();
  await deliver(before.event);
  expect(stripe.sessions.get(before.session)?.kept_for).toBe('on_session');
  const { id, dueAt } = await oweNow();
  await look(daysAfter(dueAt, 8));
  expect(await chargesOf(id)).toEqual([]);
  await agree(true);
  await agree(true);
  expect(dataOf(await client.call(getSubscription)).is_charged_automatically).toBe(true);
  expect((await invoiceOf(id)).charged_at).toBe(dueAt.toISOString());
  const after = await paidOnPage();
  expect(stripe.sessions.get(after.session)?.kept_for).toBe('off_session');
  await agree(false);
  await look(daysAfter(dueAt, 8));
  expect([await chargesOf(id), (await invoiceOf(id)).charged_at]).toEqual([[], null]);
  // Neither invoices due before the agreement nor those of orders are charged.
  const late = await oweForPeriod(server, owner, daysAfter(new Date(), -15));
  const ordered = await owe(server, owner);
  await agree(true);
  await look(daysAfter(ordered.dueAt, -1));
  expect(await chargesOf(late.id)).toEqual([]);
  expect((await invoiceOf(ordered.id)).charged_at).toBeNull();
  await look(daysAfter(new Date(), 20));
  expect([...(await chargesOf(late.id)), ...(await chargesOf(ordered.id))]).toEqual([]);
  expect(await taken(id)).toBe(1);
});

test('where invoices are paid by hand there is nothing to agree to', async () => {
  const app = await paymentService({
    ...server.dependencies,
    config: { ...server.config, STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined },
  });
  const answer = await app.inject({
    method: 'PUT',
    url: setAutomaticPayment.path,
    payload: { is_agreed: true },
    headers: { ...client.headers(), origin: 'http://localhost:3000' },
  });
  await app.close();
  expect(answer.statusCode).toBe(404);
});

test('who agreed is told before, charged on the due day and not before, and told after', async () => {
  const { organizationId } = await owe(server, owner);
  const begin = new Date(Date.now() + (periods += 1) * 60_000);
  const id = await server.db.asSystem((trx) =>
    issueInvoice(
      trx,
      {
        organizationId,
        cause: `period:${begin.toISOString()}`,
        lines: [{ kind: 'month', plan_name: 'Team', price_a_month: 4900, span: null, period: null, amount: 4900 }],
        currency: 'EUR',
        subtotal: 4900,
        tax: 0,
        total: 4900,
      },
      termsOf(server.config),
      begin,
    ),
  );
  const { number, due_at: due } = await invoiceOf(id);
  const dueAt = new Date(due);
  await look(new Date(dueAt.getTime() - 1));
  expect(await taken(id)).toBe(0);
  await look(dueAt);
  expect([await taken(id), (await invoiceOf(id)).status, (await invoiceOf(id)).charged_at]).toEqual([1, 'paid', null]);
  expect(await subjectsTo(number)).toEqual([
    expect.stringMatching(/will be charged/),
    expect.stringMatching(/has been paid/),
  ]);
});

/** Simulates a process that dies at a step: commits stay, and everything else is lost. */
const brokenOff = new Error('The process ended here.');
function dyingAt(step: 'prepareCharge' | 'makeCharge', when: 'before' | 'after'): StripeGateway {
  const die = async <T>(call: () => Promise<T>): Promise<T> => {
    if (when === 'after') await call();
    throw brokenOff;
  };
  return {
    ...gateway,
    ...(step === 'prepareCharge'
      ? { prepareCharge: (wanted) => die(() => gateway.prepareCharge(wanted)) }
      : { makeCharge: (payment, id) => die(() => gateway.makeCharge(payment, id)) }),
  };
}

test('DUR-05: what is due is charged exactly once, wherever it is broken off, whatever is lost, told twice, late, or done by two at once', async () => {
  const ways = [
    ...(['prepareCharge', 'makeCharge'] as const).flatMap((step) =>
      (['before', 'after'] as const).map((when) => ({
        name: `broken off ${when} ${step}`,
        first: (now: Date) => look(now, dyingAt(step, when)),
      })),
    ),
    ...(
      [
        { kind: 'refuse' },
        { kind: 'lose-answer' },
        { kind: 'status', status: 500 },
        { kind: 'status', status: 429 },
      ] as const
    ).map((fault) => ({
      name: JSON.stringify(fault),
      first: async (now: Date) => {
        stripe.setFault(fault);
        await look(now);
        stripe.setFault(null);
      },
    })),
    { name: 'two at once', first: async (now: Date) => void (await Promise.all([look(now), look(now), look(now)])) },
    { name: 'somebody is about to pay', first: async (now: Date) => look(now) },
  ];
  const wrong: string[] = [];
  let deliveries = 0;
  for (const [at, { name, first }] of ways.entries()) {
    for (const told of ['told', 'never told'] as const) {
      const { id, dueAt } = await oweNow();
      const page = at === ways.length - 1 ? await sentTo(id) : null;
      const before = stripe.events.length;
      await first(dueAt);
      if (page !== null) await stripe.expire(page);
      const sent = told === 'told' ? stripe.events.slice(before).flatMap((event) => [event, event, event]) : [];
      await Promise.all([
        ...sent.map((event, turn) => deliver(event, turn % 2 === 0 ? server.payment : second)),
        look(new Date(dueAt.getTime() + hour)),
      ]);
      // A page is asked about after a quarter of the time that it has been there.
      for (const hours of [2, 4, 8, 30, 150, 151])
        await Promise.all([
          look(new Date(dueAt.getTime() + hours * hour)),
          look(new Date(dueAt.getTime() + hours * hour)),
        ]);
      // Delivers every event again, days later.
      const late = stripe.events.slice(before);
      for (const event of late) await deliver(event);
      deliveries += sent.length + late.length;
      const outcome = { taken: await taken(id), status: (await invoiceOf(id)).status, times: await timesPaid(id) };
      if (JSON.stringify(outcome) !== JSON.stringify({ taken: 1, status: 'paid', times: 1 }))
        wrong.push(`${name}, ${told}: ${JSON.stringify(outcome)} ${JSON.stringify(await chargesOf(id))}`);
    }
  }
  expect(wrong).toEqual([]);
  console.info(
    `DUR-05: ${wrong.length} of ${ways.length * 2} renewals charged not at all or twice after ${deliveries} deliveries, broken off before and after each step, with answers lost and three at once`,
  );
});

test('a card that is refused is tried after 1, 3, 5 and 7 days, once each; every time it is said, and then it is left', async () => {
  stripe.setBank('declines');
  const { id, number, dueAt } = await oweNow();
  for (let hours = 0; hours <= 9 * 24; hours += 6) await look(new Date(dueAt.getTime() + hours * hour));
  expect(await chargesOf(id)).toEqual(
    [0, 1, 2, 3, 4].map((attempt) => ({ attempt, state: 'ended', failure: 'declined' })),
  );
  expect(await taken(id)).toBe(0);
  const subjects = await subjectsTo(number);
  expect(
    subjects.map((subject) =>
      /couldn’t be charged/.test(subject) ? 'again' : /won’t be charged again/.test(subject) ? 'left' : subject,
    ),
  ).toEqual(['again', 'again', 'again', 'again', 'left']);
  expect((await invoiceOf(id)).charged_at).toBeNull();
  // The invoice is still owed and can be paid by hand.
  await stripe.pay(await sentTo(id));
  await deliver(stripe.events.at(-1)!);
  expect((await invoiceOf(id)).status).toBe('paid');
});

test('days on which nothing ran are not made up for, and a later attempt that is paid ends it', async () => {
  stripe.setBank('declines');
  const { id, dueAt } = await oweNow();
  await look(dueAt);
  expect((await invoiceOf(id)).charged_at).toBe(daysAfter(dueAt, 1).toISOString());
  stripe.setBank('pays');
  await look(daysAfter(dueAt, 6));
  await look(daysAfter(dueAt, 9));
  expect((await chargesOf(id)).map(({ attempt, state }) => [attempt, state])).toEqual([
    [0, 'ended'],
    [3, 'paid'],
  ]);
});

test('where the bank wants somebody to confirm it, they are sent a link to pay, and it is not tried again without them', async () => {
  stripe.setBank('wants-confirmation');
  const { id, number, dueAt } = await oweNow();
  await look(dueAt);
  await deliver(stripe.events.at(-1)!);
  for (const day of [1, 3, 5, 7]) await look(daysAfter(dueAt, day));
  expect(await chargesOf(id)).toEqual([{ attempt: 0, state: 'ended', failure: 'unconfirmed' }]);
  const mail = (await server.mailTo(owner)).find(({ subject }) => subject.includes(number));
  expect(mail?.subject).toMatch(/^Confirm the payment/);
  expect(mail?.text).toContain(`/subscription-manager?tab=invoices&invoice=${id}`);
});

test('what is withdrawn, or paid otherwise, while a charge is on its way is not charged any more', async () => {
  for (const end of ['withdrawn', 'paid otherwise'] as const) {
    const { id, dueAt } = await oweNow();
    await look(dueAt, dyingAt('makeCharge', 'before'));
    if (end === 'withdrawn') await agree(false);
    else
      await server.db.asSystem((trx) =>
        trx.updateTable('invoices').set({ status: 'void' }).where('id', '=', id).execute(),
      );
    await look(new Date(dueAt.getTime() + 2 * hour));
    expect([end, await taken(id), (await chargesOf(id)).map(({ state }) => state)]).toEqual([end, 0, ['ended']]);
    expect([...stripe.intents.values()].at(-1)?.status).toBe('canceled');
    await agree(true);
    await server.db.asSystem((trx) =>
      trx.updateTable('invoices').set({ status: 'void' }).where('id', '=', id).execute(),
    );
  }
});

test('while a charge is on its way nobody is sent to pay a second time', async () => {
  const { id, dueAt } = await oweNow();
  await look(dueAt, dyingAt('makeCharge', 'before'));
  expect(codeOf(await client.call(payInvoice, { params: { invoice_id: id } }))).toBe('409 conflict');
  await look(new Date(dueAt.getTime() + 2 * hour));
  expect(await taken(id)).toBe(1);
});

test('what goes back in Stripe’s own pages is on the invoice, part by part, once and in whichever order it is told', async () => {
  const { id, event, intent } = await paidOnPage(10_000);
  const begun = stripe.events.length;
  await stripe.refundByHand(intent, 2_500);
  const failing = await stripe.refundByHand(intent, 1_000);
  await stripe.refundByHand(intent, 500);
  await stripe.failRefund(failing);
  const told = stripe.events.slice(begun);
  // The events arrive before the payment is known, and failures in reverse order.
  for (const it of [...told].reverse()) await deliver(it);
  expect(await recordedOf(id)).toEqual([]);
  await deliver(event);
  for (const it of [...told, ...told]) await deliver(it, second);
  const invoice = await invoiceOf(id);
  expect(invoice).toMatchObject({ status: 'paid', refunded: 3_000, disputes: [] });
  expect(invoice.refunds.map(({ amount }) => amount).sort()).toEqual([2_500, 500]);
  expect((await recordedOf(id)).sort()).toEqual([
    'invoice.paid',
    'invoice.refund_failed',
    'invoice.refunded',
    'invoice.refunded',
  ]);
  const listed = dataOf(await client.call(listInvoices, { query: { limit: 100 } })).items.find((it) => it.id === id);
  expect(listed?.refunded).toBe(3_000);
  const pdf = await server.payment.inject({
    url: downloadInvoice.path.replace(':invoice_id', id),
    headers: client.headers(),
  });
  const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
  expect(text).toMatch(/Refunded on .*-€25\.00/s);
  expect(text).toContain('-€5.00');
  expect(text).not.toContain('-€10.00');
});

test('money that was not owed anyway, and that of another program, is on no invoice, and is forgotten', async () => {
  const { id } = await owe(server, owner);
  await stripe.refundByHand('pi_of_another_program', 700);
  await deliver(stripe.events.at(-2)!);
  expect((await invoiceOf(id)).refunds).toEqual([]);
  const kept = () =>
    server.db.asSystem((trx) =>
      trx.selectFrom('reversals').where('reference', '=', 'pi_of_another_program').select('id').execute(),
    );
  expect(await kept()).toHaveLength(1);
  await server.db.asSystem(async (trx) => {
    await sql`update reversals set told_at = told_at - interval '91 days' where reference = 'pi_of_another_program'`.execute(
      trx,
    );
    await deleteDue(trx, oldReversals);
  });
  expect(await kept()).toEqual([]);
});

test('what a bank claims back is on the invoice with its end, and the owner hears of it once', async () => {
  const { id, number, event, intent } = await paidOnPage();
  await deliver(event);
  const begun = stripe.events.length;
  const dispute = await stripe.dispute(intent, 4_900);
  for (let times = 0; times < 3; times += 1) await deliver(stripe.events[begun]!);
  expect((await invoiceOf(id)).disputes).toEqual([{ amount: 4_900, at: expect.any(String), state: 'open' }]);
  expect((await subjectsTo(number)).filter((subject) => /is disputed/.test(subject))).toHaveLength(1);
  await stripe.closeDispute(dispute, 'lost');
  for (const it of stripe.events.slice(begun).reverse()) await deliver(it);
  expect((await invoiceOf(id)).disputes).toMatchObject([{ state: 'lost' }]);
  expect(await recordedOf(id)).toEqual(['invoice.paid', 'invoice.disputed', 'invoice.dispute_ended']);
});
