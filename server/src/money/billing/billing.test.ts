import { randomUUID } from 'node:crypto';
import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import { getInvoice, listInvoices, saveBillingDetails } from '@parlance/shared/contract/api/billing/invoices';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import {
  cancelSubscription,
  orderChange,
  previewChange,
  resumeSubscription,
  type ChangePreview,
} from '@parlance/shared/contract/api/subscription/subscription-changes';
import { sql } from 'kysely';
import { sendWhile } from '../../testing/late-body.ts';
import { dataOf, goodPassword, registeredAs } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { beginPeriod, findPricedPlan } from './account.ts';
import { addMonths } from './periods.ts';
import { bringUpToDate } from './renew.ts';
import { type Payment, closeInvoice, settleInvoice } from './settle.ts';
import { daysAfter, termsOf } from './terms.ts';
import { findDue, keepSubscriptions } from './upkeep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TAX_RATE: '19', SELLER_NAME: 'Seller Ltd' });
});
afterAll(() => server.close());

type Owner = { client: Client; id: string; email: string };
let organizations = 0;
/** The owner of an organisation of its own, on Free!. */
async function founder(): Promise<Owner> {
  organizations += 1;
  const email = `owner${organizations}@billing.example`;
  const client = await registeredAs(server, email, { organization: `Billed ${organizations}` });
  return { client, email, id: dataOf(await client.call(getWhoami)).organization_id };
}

const terms = () => termsOf(server.config);
const preview = async ({ client }: Owner, plan: PlanName) =>
  dataOf(await client.call(previewChange, { query: { plan_name: plan } }));
const orderOf = (seen: ChangePreview, key = randomUUID()) => ({
  body: {
    idempotency_key: key,
    plan_name: seen.plan_name,
    at: seen.at,
    currency: seen.currency,
    total_now: seen.now.total,
    total_next: seen.next.total,
  },
});
const order = async (owner: Owner, plan: PlanName) =>
  dataOf(await owner.client.call(orderChange, orderOf(await preview(owner, plan))));
const subscriptionOf = async ({ client }: Owner) => dataOf(await client.call(getSubscription));
const invoicesOf = async ({ client }: Owner) =>
  dataOf(await client.call(listInvoices, { query: { limit: 100 } })).items;
const codeOf = ({ status, body }: { status: number; body: { success: true } | { success: false; code: string } }) =>
  `${status} ${body.success ? '' : body.code}`;
const at = (id: string, now: Date) => server.db.asSystem((trx) => bringUpToDate(trx, id, terms(), now));
const pay = (id: string, now = new Date(), payment: Partial<Payment> = {}) =>
  server.db.asSystem((trx) =>
    settleInvoice(trx, id, { provider: 'by-hand', reference: 'R1', paidAt: now, ...payment }, terms(), now),
  );
const idOf = async (owner: Owner, index = 0) => (await invoicesOf(owner))[index]?.id ?? 'none';
/** Puts an organisation into a period, as if it had been ordered then. */
const running = async (plan: PlanName, begin: string | Date): Promise<Owner> => {
  const owner = await founder();
  const anchor = new Date(begin);
  await server.db.asSystem(async (trx) =>
    beginPeriod(trx, owner.id, await findPricedPlan(trx, plan), {
      period: { begin: anchor, end: addMonths(anchor, 1) },
      anchor,
      now: anchor,
    }),
  );
  return owner;
};
const lately = () => daysAfter(new Date(), -10);

test('what is ordered is what was seen: the plan holds at once, and the invoice has the lines, the tax and the address', async () => {
  const owner = await founder();
  await owner.client.call(saveBillingDetails, {
    body: { name: 'Billed plc', address: '2 Quay\nCork', vat_id: 'IE1', email: 'books@billing.example' },
  });
  const seen = await preview(owner, 'Team');
  expect(seen).toMatchObject({ kind: 'beginning', now: { subtotal: 4900, tax: 931, total: 5831 }, above: [] });
  const key = randomUUID();
  const { subscription, invoice } = dataOf(await owner.client.call(orderChange, orderOf(seen, key)));
  expect(subscription).toMatchObject({
    plan_name: 'Team',
    price_a_month: 4900,
    open_invoices: 1,
    overdue_invoices: 0,
    expiry: { because: 'unpaid' },
    period: { begin: seen.at },
  });
  const whole = dataOf(await owner.client.call(getInvoice, { params: { invoice_id: invoice?.id ?? '' } }));
  expect(whole).toMatchObject({
    total: 5831,
    status: 'open',
    lines: seen.now.lines,
    seller: { name: 'Seller Ltd' },
    buyer: { name: 'Billed plc', vat_id: 'IE1' },
    payment: null,
  });
  expect((await server.mailTo('books@billing.example')).map(({ subject }) => subject)).toEqual([
    `Invoice ${whole.number} for Billed ${organizations}`,
  ]);
  expect(await server.mailTo(owner.email)).toHaveLength(2); // the code of the registration, and the invoice
  // The answer was lost: the same key is the same order.
  expect(dataOf(await owner.client.call(orderChange, orderOf(seen, key))).invoice?.id).toBe(whole.id);
  expect(codeOf(await owner.client.call(orderChange, orderOf(seen)))).toBe('409 conflict');
  expect(await invoicesOf(owner)).toHaveLength(1);
});

test('an order that is on its way while its organisation is deleted is of nothing', async () => {
  const owner = await founder();
  const order = orderOf(await preview(owner, 'Team'));
  const remove = async () =>
    dataOf(await owner.client.call(deleteAccount, { body: { password: goodPassword, delete_organization: true } }));
  expect(await sendWhile(server, owner.client, orderChange, order, remove)).toBe('not_found');
});

test('an order is refused where its preview is old, altered, or of another price', async () => {
  const owner = await running('Team', lately());
  const seen = await preview(owner, 'Growth');
  const refused = async (changes: Partial<ReturnType<typeof orderOf>['body']>) =>
    codeOf(await owner.client.call(orderChange, { body: { ...orderOf(seen).body, ...changes } }));
  expect(await refused({ at: new Date(Date.now() - 16 * 60_000).toISOString() })).toBe('409 preview_outdated');
  expect(await refused({ at: new Date(Date.now() + 120_000).toISOString() })).toBe('409 preview_outdated');
  expect(await refused({ total_now: seen.now.total - 1 })).toBe('409 preview_outdated');
  expect(await refused({ total_next: seen.next.total - 1 })).toBe('409 preview_outdated');
  expect(await refused({ currency: 'USD' })).toBe('409 preview_outdated');
  await server.db.asSystem((trx) =>
    trx.updateTable('plans').set({ price_a_month: 15_900 }).where('name', '=', 'Growth').execute(),
  );
  expect(await refused({})).toBe('409 preview_outdated');
  await server.db.asSystem((trx) =>
    trx.updateTable('plans').set({ price_a_month: 14_900 }).where('name', '=', 'Growth').execute(),
  );
  expect(await invoicesOf(owner)).toEqual([]);
  expect(await refused({})).toBe('200 ');
  // A prorated change cannot be prorated again from an earlier time.
  const earlier = await preview(owner, 'Pro');
  expect(
    codeOf(
      await owner.client.call(orderChange, {
        body: { ...orderOf(earlier).body, at: new Date(new Date(seen.at).getTime() - 1).toISOString() },
      }),
    ),
  ).toBe('409 preview_outdated');
});

test('two owners who order at once: one order, one invoice, and two upgrades in a period add up', async () => {
  const owner = await running('Team', lately());
  const [growth, pro] = [await preview(owner, 'Growth'), await preview(owner, 'Pro')];
  const answers = await Promise.all(
    [growth, pro, growth, pro, growth, pro].map((seen) => owner.client.call(orderChange, orderOf(seen))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(await invoicesOf(owner)).toHaveLength(1);
  const first = await subscriptionOf(owner);
  if (first.plan_name === 'Growth') {
    const { invoice } = await order(owner, 'Pro');
    const whole = dataOf(await owner.client.call(getInvoice, { params: { invoice_id: invoice?.id ?? '' } }));
    expect(whole.lines.map(({ kind, plan_name }) => `${kind} ${plan_name}`)).toEqual(['credit Growth', 'rest Pro']);
  }
  expect(await subscriptionOf(owner)).toMatchObject({ plan_name: 'Pro', period: first.period });
});

test('a year of periods from 31 January: each is invoiced once, however many look at once, and numbers have no gap', async () => {
  const owner = await running('Team', '2027-01-31T08:00:00Z');
  const begins: string[] = [];
  for (let month = 1; month <= 12; month += 1) {
    const now = addMonths(new Date('2027-01-31T08:00:00Z'), month);
    await at(owner.id, new Date(now.getTime() - 1));
    await Promise.all([1, 2, 3].map(() => at(owner.id, now)));
    begins.push((await subscriptionOf(owner)).period?.begin.slice(0, 10) ?? '');
    expect(await pay(await idOf(owner), now)).toBe('settled');
  }
  expect(begins).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
    '2027-07-31',
    '2027-08-31',
    '2027-09-30',
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
  ]);
  const invoices = await invoicesOf(owner);
  expect(invoices).toHaveLength(12);
  expect(new Set(invoices.map(({ total, status }) => `${status} ${total}`))).toEqual(new Set(['paid 5831']));
  await expectNoGap();
});

/** Asserts that rolled-back transactions have taken no number either. */
async function expectNoGap(): Promise<void> {
  const numbers = await server.db.asSystem((trx) =>
    trx.selectFrom('invoices').orderBy('number').select('number').execute(),
  );
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
}

test('numbers have no gap where many issue at once and some fail', async () => {
  const owners: Owner[] = [];
  for (let count = 0; count < 4; count += 1) owners.push(await founder());
  const orders = await Promise.all(owners.map(async (owner) => orderOf(await preview(owner, 'Team'))));
  const failing = () =>
    server.db.asSystem(async (trx) => {
      await trx
        .updateTable('invoice_counter')
        .set((is) => ({ last_number: is('last_number', '+', 1) }))
        .execute();
      throw new Error('rolled back');
    });
  const results = await Promise.allSettled(
    owners.flatMap(({ client }, index) => [
      client.call(orderChange, orders[index] ?? orderOf({} as ChangePreview)),
      failing(),
    ]),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  await expectNoGap();
});

test('who does not pay is reminded twice, expires, and is back with the payment, which counts once', async () => {
  const owner = await running('Team', '2027-03-10T08:00:00Z');
  await at(owner.id, new Date('2027-04-10T08:00:00Z'));
  const issued = new Date('2027-04-10T08:00:00Z');
  const reminders = async () =>
    (await server.mailTo(owner.email)).filter(({ subject }) => subject.includes('is unpaid')).length;
  for (const [days, expected] of [
    [20, 0],
    [21, 1],
    [22, 1],
    [26, 1],
    [27, 2],
    [27.5, 2],
  ] as const) {
    await Promise.all([1, 2].map(() => at(owner.id, daysAfter(issued, days))));
    expect([days, await reminders()]).toEqual([days, expected]);
  }
  expect((await subscriptionOf(owner)).workspace_status).toBe('ACTIVE');
  expect(await findDue(server.db, daysAfter(issued, 28))).toContain(owner.id);
  await keepSubscriptions(
    { db: server.db, config: server.config, log: server.dependencies.log },
    daysAfter(issued, 28),
  );
  expect(await subscriptionOf(owner)).toMatchObject({
    workspace_status: 'EXPIRED',
    plan_name: 'Team',
    expiry: { at: '2027-05-08T08:00:00.000Z', because: 'unpaid' },
  });
  expect((await server.mailTo(owner.email)).at(-1)?.subject).toContain('has expired');
  // The period ended on 10 May: unusable days are not charged, and a new period begins with the payment.
  const paid = new Date('2027-05-20T12:00:00Z');
  const id = await idOf(owner);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => pay(id, paid)));
  expect(outcomes.sort()).toEqual(['already_paid', 'already_paid', 'already_paid', 'already_paid', 'settled']);
  expect(await subscriptionOf(owner)).toMatchObject({
    workspace_status: 'ACTIVE',
    period: { begin: paid.toISOString(), end: '2027-06-20T12:00:00.000Z' },
    expiry: { because: 'unpaid' },
  });
  expect(await invoicesOf(owner)).toHaveLength(2);
});

test('what was taken back is not owed: the workspace is active again, and a payment of it is refused', async () => {
  const owner = await running('Team', '2027-03-10T08:00:00Z');
  await at(owner.id, new Date('2027-04-10T08:00:00Z'));
  await at(owner.id, new Date('2027-05-09T08:00:00Z'));
  const id = await idOf(owner);
  const close = (as: 'void' | 'uncollectible') =>
    server.db.asSystem((trx) => closeInvoice(trx, id, as, terms(), new Date('2027-05-09T09:00:00Z')));
  expect(await Promise.all([close('void'), close('void')])).toEqual(expect.arrayContaining([true, false]));
  expect((await subscriptionOf(owner)).workspace_status).toBe('ACTIVE');
  expect(await pay(id)).toBe('not_owed');
  expect(await pay(randomUUID())).toBe('unknown');
});

test('while an invoice is overdue nothing more is ordered', async () => {
  const owner = await running('Team', lately());
  const { invoice } = await order(owner, 'Growth');
  await server.db.asSystem((trx) =>
    trx
      .updateTable('invoices')
      .set({ due_at: new Date(Date.now() - 1000) })
      .where('id', '=', invoice?.id ?? '')
      .execute(),
  );
  const answer = await owner.client.call(previewChange, { query: { plan_name: 'Pro' } });
  expect(answer.body).toMatchObject({
    code: 'invoice_overdue',
    issues: [{ path: 'invoice', message: invoice?.number }],
  });
  expect(await subscriptionOf(owner)).toMatchObject({ overdue_invoices: 1 });
});

test('what is cancelled holds until the period’s end, can be resumed before, and is renewed by the payment after', async () => {
  const owner = await running('Growth', lately());
  const end = new Date((await subscriptionOf(owner)).period?.end ?? '');
  expect(dataOf(await owner.client.call(cancelSubscription))).toMatchObject({
    cancel_at_period_end: true,
    workspace_status: 'ACTIVE',
    expiry: { at: end.toISOString(), because: 'cancelled' },
  });
  expect(dataOf(await owner.client.call(resumeSubscription))).toMatchObject({
    cancel_at_period_end: false,
    expiry: null,
  });
  await owner.client.call(cancelSubscription);
  await server.db.asSystem((trx) =>
    sql`update subscriptions set anchored_at = anchored_at - interval '2 months', period_begin = period_begin - interval '2 months', period_end = period_end - interval '2 months' where organization_id = ${owner.id}`.execute(
      trx,
    ),
  );
  await at(owner.id, new Date());
  expect(await subscriptionOf(owner)).toMatchObject({
    workspace_status: 'EXPIRED',
    expiry: { because: 'cancelled' },
    plan_name: 'Growth',
  });
  expect(codeOf(await owner.client.call(resumeSubscription))).toBe('409 conflict');
  const first = await order(owner, 'Growth');
  const second = await order(owner, 'Team');
  expect(second.subscription.workspace_status).toBe('EXPIRED');
  expect((await invoicesOf(owner)).map(({ status }) => status)).toEqual(['open', 'void']);
  expect(await pay(first.invoice?.id ?? '')).toBe('not_owed');
  const now = new Date();
  expect(await pay(second.invoice?.id ?? '', now)).toBe('settled');
  expect(await subscriptionOf(owner)).toMatchObject({
    workspace_status: 'ACTIVE',
    plan_name: 'Team',
    period: { begin: now.toISOString(), end: addMonths(now, 1).toISOString() },
    expiry: null,
  });
});

test('a smaller plan is refused below what is used, with each meter; grown above it until then, it holds and nothing is deleted', async () => {
  const owner = await running('Growth', lately());
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ seats: 0 }).where('name', '=', 'Team').execute());
  const seen = await preview(owner, 'Team');
  expect(seen).toMatchObject({
    kind: 'downgrade',
    now: { lines: [], total: 0 },
    above: [{ kind: 'seats', used: 1, limit: 0 }],
  });
  const refused = await owner.client.call(orderChange, orderOf(seen));
  expect(refused.body).toMatchObject({ code: 'plan_too_small', issues: [{ path: 'seats', message: '1/0' }] });
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ seats: 20 }).where('name', '=', 'Team').execute());
  expect(await order(owner, 'Team')).toMatchObject({
    invoice: null,
    subscription: { plan_name: 'Growth', next_plan_name: 'Team' },
  });
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ seats: 0 }).where('name', '=', 'Team').execute());
  await at(owner.id, new Date((await subscriptionOf(owner)).period?.end ?? ''));
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ seats: 20 }).where('name', '=', 'Team').execute());
  expect(await subscriptionOf(owner)).toMatchObject({ plan_name: 'Team', next_plan_name: null, price_a_month: 4900 });
});

test('what a plan costs is agreed for a period: another price holds from the next one on', async () => {
  const owner = await running('Team', '2027-03-10T08:00:00Z');
  await server.db.asSystem((trx) =>
    trx.updateTable('plans').set({ price_a_month: 5900 }).where('name', '=', 'Team').execute(),
  );
  expect((await subscriptionOf(owner)).price_a_month).toBe(4900);
  await at(owner.id, new Date('2027-04-10T08:00:00Z'));
  await server.db.asSystem((trx) =>
    trx.updateTable('plans').set({ price_a_month: 4900 }).where('name', '=', 'Team').execute(),
  );
  expect((await subscriptionOf(owner)).price_a_month).toBe(5900);
});

test('an invoice of another organisation is answered as one that is not there', async () => {
  const [owner, stranger] = [await founder(), await founder()];
  const { invoice } = await order(owner, 'Team');
  const read = async (id: string) => {
    const { status, body } = await stranger.client.call(getInvoice, { params: { invoice_id: id } });
    return { status, ...body, request_id: '' };
  };
  expect(await read(invoice?.id ?? '')).toEqual(await read(randomUUID()));
  expect(await invoicesOf(stranger)).toEqual([]);
});
