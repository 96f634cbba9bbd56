import {
  getInvoice,
  type Invoice,
  type InvoiceSummary,
  listInvoices,
  getBillingDetails,
  saveBillingDetails,
} from '@parlance/shared/contract/api/billing/invoices';
import { payInvoice } from '@parlance/shared/contract/api/payment/invoices';
import { exportOrganization, listOrganizationExports } from '@parlance/shared/contract/api/organization-exports';
import { openPaymentPortal, setAutomaticPayment } from '@parlance/shared/contract/api/payment/payment';
import { listPlans, type Plan } from '@parlance/shared/contract/api/plans/plans';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import {
  cancelSubscription,
  type ChangePreview,
  orderChange,
  previewChange,
  resumeSubscription,
} from '@parlance/shared/contract/api/subscription/subscription-changes';
import { exampleSubscription, fakeServer, renderScreen } from '@parlance/shared/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import SubscriptionManager from './subscription-manager.tsx';

const server = fakeServer();

const planOf = (name: Plan['name'], different: Partial<Plan> = {}): Plan => ({
  name,
  for: ['organization'],
  features: ['dashboard', 'user_management'],
  limits: { seats: 20, dialogues_a_month: 5000, storage_megabytes: 10_000, agents: null, schedules: 5 },
  price_a_month: 4900,
  currency: 'EUR',
  ...different,
});
const plans = [
  planOf('Free!', {
    for: ['personal', 'organization'],
    features: [],
    price_a_month: 0,
    limits: { seats: 3, dialogues_a_month: 100, storage_megabytes: 100, agents: 2, schedules: 0 },
  }),
  planOf('personal', { for: ['personal'] }),
  planOf('Team'),
  planOf('Growth', {
    features: ['dashboard', 'user_management', 'governance'],
    price_a_month: 14_900,
    limits: { seats: 100, dialogues_a_month: null, storage_megabytes: 50_000, agents: null, schedules: 5 },
  }),
];
const team = exampleSubscription({
  meters: [
    { kind: 'seats', used: 20, invited: 3, limit: 20, resets_at: null, runs_out_on: null },
    { kind: 'agents', used: 3, limit: null, resets_at: null, runs_out_on: null },
    { kind: 'dialogues', used: 1250, limit: 5000, resets_at: '2026-12-01T00:00:00.000Z', runs_out_on: '2026-11-29' },
    { kind: 'storage', used: 1_400_000, limit: 10_000_000_000, resets_at: null, runs_out_on: null },
  ],
});
const summary: InvoiceSummary = {
  id: '0d9e2c4a-4b1f-4c55-9c34-0d7d7c2b6c11',
  number: '2026-000017',
  status: 'open',
  issued_at: '2026-11-22T09:00:00.000Z',
  due_at: '2026-12-06T09:00:00.000Z',
  is_overdue: false,
  paid_at: null,
  currency: 'EUR',
  total: 7140,
  refunded: 0,
};
const rest = {
  span: { begin: '2026-11-25T09:00:00.000Z', end: '2026-12-10T09:00:00.000Z' },
  period: { begin: '2026-11-10T09:00:00.000Z', end: '2026-12-10T09:00:00.000Z' },
};
const lines: Invoice['lines'] = [
  { kind: 'credit', plan_name: 'Team', price_a_month: 4900, ...rest, amount: -2450 },
  { kind: 'rest', plan_name: 'Growth', price_a_month: 14_900, ...rest, amount: 7450 },
];
const upgrade: ChangePreview = {
  plan_name: 'Growth',
  kind: 'upgrade',
  at: '2026-11-25T09:00:00.000Z',
  effective_at: '2026-11-25T09:00:00.000Z',
  currency: 'EUR',
  tax_rate: 1900,
  now: { lines: [...lines], subtotal: 5000, tax: 950, total: 5950 },
  next: { at: '2026-12-10T09:00:00.000Z', subtotal: 14_900, tax: 2831, total: 17_731 },
  above: [],
};
const downgrade: ChangePreview = {
  ...upgrade,
  plan_name: 'Free!',
  kind: 'downgrade',
  effective_at: '2026-12-10T09:00:00.000Z',
  now: { lines: [], subtotal: 0, tax: 0, total: 0 },
  next: { at: '2026-12-10T09:00:00.000Z', subtotal: 0, tax: 0, total: 0 },
};
const invoice: Invoice = {
  ...summary,
  seller: {
    name: 'Parlance Ltd',
    address: 'Quay 1\nDublin',
    vat_id: 'IE1',
    bank_account: 'IE29 AIBK 9311 5212 3456 78',
  },
  buyer: { name: 'Tidewater', address: '', vat_id: '', email: null },
  lines,
  subtotal: 6000,
  tax_rate: 1900,
  tax: 1140,
  payment: null,
  charged_at: null,
  refunds: [],
  disputes: [],
};
const expired = exampleSubscription({
  workspace_status: 'EXPIRED',
  plan_name: 'Growth',
  period: null,
  expiry: { at: '2026-11-20T09:00:00.000Z', because: 'cancelled' },
});

beforeEach(() => {
  // A change reloads the session for the whole shell; the missing response is logged.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.lose(getWhoami);
  sessionStorage.clear();
  server.answer(listPlans, { items: plans });
  server.answer(listOrganizationExports, { items: [] });
  server.answer(getSubscription, team);
});
afterEach(() => jest.restoreAllMocks());
const show = (path = '/subscription-manager', isOwner = true) =>
  renderScreen(<SubscriptionManager />, {
    path,
    route: '/subscription-manager',
    session: { isAdmin: true, isOwner, whoami: { organization_name: 'Tidewater' } },
  });
const choose = async (plan: string) => {
  const { user } = show('/subscription-manager?tab=plans');
  await user.click(await screen.findByRole('button', { name: `Change to ${plan}` }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: `Change to ${plan}` })) };
};

describe('the plan and what is used of it', () => {
  test('the plan, its status, price and period, and what is used, in words and as bars', async () => {
    show();
    expect(await screen.findByText('Team')).toBeInTheDocument();
    expect(screen.getByText('Tidewater')).toBeInTheDocument();
    expect(screen.getByText('Active')).toBeInTheDocument();
    expect(screen.getByText('€49.00 per month')).toBeInTheDocument();
    expect(screen.getByText('plus 19% tax')).toBeInTheDocument();
    expect(screen.getByText('Renews on December 10, 2026')).toBeInTheDocument();
    expect(screen.getByText('1,250 of 5,000')).toBeInTheDocument();
    expect(screen.getByText('1.4 MB of 10 GB')).toBeInTheDocument();
    expect(screen.getByText('3, unlimited')).toBeInTheDocument();
    expect(screen.getByText('At the current rate, the limit will be reached on November 29, 2026')).toBeInTheDocument();
    expect(screen.getByRole('meter', { name: 'Dialogues this month' })).toHaveAttribute('value', '0.25');
    expect(screen.queryByRole('meter', { name: 'Agents' })).not.toBeInTheDocument();
    const seats = screen.getByRole('meter', { name: 'Seats' }).closest('li');
    // The cast holds: the meter is in its item.
    expect(within(seats as HTMLElement).getByText('Limit reached.')).toBeInTheDocument();
    // The cast holds as above.
    expect(within(seats as HTMLElement).getByText('17 members and 3 invitations of 20')).toBeInTheDocument();
    expect(screen.getByText(/^Exports aren’t counted/)).toBeInTheDocument();
  });

  test('plans stand side by side, those for other accounts do not, and what is other than now is marked', async () => {
    show('/subscription-manager?tab=plans');
    const table = within(await screen.findByRole('table', { name: 'Plan comparison' }));
    expect(table.getAllByRole('columnheader').map((it) => it.textContent)).toEqual([
      'Free!Free of charge',
      'Team€49.00 per month',
      'Growth€149.00 per month',
    ]);
    expect(table.getByRole('row', { name: /^Seats/ })).toHaveTextContent(
      '3less than your plan20100more than your plan',
    );
    expect(table.getByRole('row', { name: /^Dialogues per month/ })).toHaveTextContent(
      '100less than your plan5,000Unlimitedmore than your plan',
    );
    expect(table.getByRole('row', { name: /^Governance/ })).toHaveTextContent('not includednot includedincluded');
    expect(table.getByText('Your plan')).toBeInTheDocument();
  });

  test('a failure is told in words and can be tried again', async () => {
    server.lose(getSubscription, { times: 1 });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Team')).toBeInTheDocument();
  });
});

describe('a change of plan', () => {
  test('shows what changes, every line with tax and total, and from when, and orders for exactly these figures', async () => {
    server.answer(previewChange, upgrade);
    server.answer(orderChange, { subscription: { ...team, plan_name: 'Growth' }, invoice: summary });
    server.answer(listInvoices, { items: [summary], next_cursor: null });
    server.answer(getInvoice, invoice);
    const { user, dialog } = await choose('Growth');
    expect(await dialog.findByText('Growth applies immediately when you order it.')).toBeInTheDocument();
    expect(dialog.getByText('Governance')).toBeInTheDocument();
    expect(dialog.getByText('Seats: 100 instead of 20')).toBeInTheDocument();
    // Intl puts thin spaces around the dash.
    expect(dialog.getAllByRole('row').map((it) => it.textContent.replaceAll('\u2009', ' '))).toEqual([
      'Credit for TeamNov 25 – Dec 10, 2026, part of Nov 10 – Dec 10, 2026 at €49.00 per month-€24.50',
      'Growth, rest of the periodNov 25 – Dec 10, 2026, part of Nov 10 – Dec 10, 2026 at €149.00 per month€74.50',
      'Subtotal, excluding tax€50.00',
      'Tax (19%)€9.50',
      'Total€59.50',
    ]);
    expect(
      dialog.getByText('From December 10, 2026: €177.31 per month (€149.00 plus €28.31 tax).'),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Order and pay €59.50' }));
    // The invoice to pay is shown next.
    expect(await screen.findByRole('dialog', { name: 'Invoice 2026-000017' })).toBeInTheDocument();
    expect(server.requests(orderChange).map(({ body }) => body)).toEqual([
      {
        idempotency_key: expect.any(String),
        plan_name: 'Growth',
        at: upgrade.at,
        currency: 'EUR',
        total_now: 5950,
        total_next: 17_731,
      },
    ]);
  });

  test('an order that is sent again keeps its key; where the figures have changed, the new ones are shown before anything is ordered', async () => {
    server.answer(previewChange, upgrade);
    server.fail(orderChange, 'preview_outdated');
    server.lose(orderChange, { times: 1 });
    const { user, dialog } = await choose('Growth');
    const button = await dialog.findByRole('button', { name: 'Order and pay €59.50' });
    await user.click(button);
    expect(await dialog.findByRole('alert')).toHaveTextContent(/\S/);
    server.answer(previewChange, { ...upgrade, now: { ...upgrade.now, total: 6000 } });
    await user.click(button);
    expect(await dialog.findByRole('button', { name: 'Order and pay €60.00' })).toBeInTheDocument();
    expect(dialog.getByText(/price or the subscription has changed/)).toBeInTheDocument();
    expect(new Set(server.requests(orderChange).map(({ body }) => body.idempotency_key)).size).toBe(1);
  });

  test('a smaller plan applies from the end of the period, and costs nothing now', async () => {
    server.answer(previewChange, downgrade);
    server.answer(orderChange, { subscription: { ...team, next_plan_name: 'Free!' }, invoice: null });
    const { user, dialog } = await choose('Free!');
    expect(await dialog.findByText(/^Free! applies from Dec 10, 2026/)).toBeInTheDocument();
    expect(dialog.getByText('Nothing is invoiced now.')).toBeInTheDocument();
    expect(dialog.getByText('Seats: 3 instead of 20')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Order change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('one that is too small says of what too much is used and cannot be ordered', async () => {
    server.answer(previewChange, {
      ...downgrade,
      above: [
        { kind: 'seats', used: 20, limit: 3 },
        { kind: 'dialogues', used: 1250, limit: 100 },
      ],
    });
    const { dialog } = await choose('Free!');
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText(/Seats: 20 of 3\./)).toBeInTheDocument();
    expect(alert.getByText(/Resets next month/)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: /^Order/ })).not.toBeInTheDocument();
  });

  test('an administrator who is not the owner sees all of it and can order nothing', async () => {
    server.answer(previewChange, upgrade);
    const { user } = show('/subscription-manager?tab=plans', false);
    await user.click(await screen.findByRole('button', { name: 'Change to Growth' }));
    expect(await screen.findByText('Only the workspace owner can order, cancel and pay.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Order/ })).not.toBeInTheDocument();
    expect(server.requests(listOrganizationExports)).toHaveLength(0);
  });
});

describe('the end of a subscription', () => {
  test('cancelling says what stays until when and what is then; it can be taken back', async () => {
    server.answer(cancelSubscription, { ...team, cancel_at_period_end: true });
    server.answer(resumeSubscription, team);
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Team' }));
    expect(dialog.getAllByRole('listitem').map((it) => it.textContent)[0]).toMatch(
      /^Everything stays as it is until Dec 10, 2026/,
    );
    server.answer(getSubscription, {
      ...team,
      cancel_at_period_end: true,
      expiry: { at: '2026-12-10T09:00:00.000Z', because: 'cancelled' },
    });
    await user.click(dialog.getByRole('button', { name: 'Cancel at period end' }));
    expect(
      await screen.findByRole('heading', { name: 'The subscription ends on December 10, 2026' }),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).not.toBeInTheDocument();
    server.answer(getSubscription, team);
    await user.click(screen.getByRole('button', { name: 'Continue subscription' }));
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: /^The subscription ends/ })).not.toBeInTheDocument(),
    );
    expect(server.requests(resumeSubscription)).toHaveLength(1);
    await waitFor(() => expect(server.requests(getWhoami).length).toBeGreaterThan(1));
  });

  test('§4: the owner of an expired workspace reads why, that nothing is lost, and renews it or takes everything along', async () => {
    server.answer(getSubscription, expired);
    server.answer(previewChange, {
      ...upgrade,
      kind: 'renewal',
      effective_at: null,
      now: {
        lines: [
          { kind: 'month', plan_name: 'Growth', price_a_month: 14_900, span: null, period: null, amount: 14_900 },
        ],
        subtotal: 14_900,
        tax: 2831,
        total: 17_731,
      },
      next: { at: null, subtotal: 14_900, tax: 2831, total: 17_731 },
    });
    server.answer(exportOrganization, {
      id: crypto.randomUUID(),
      status: 'waiting',
      size: null,
      created_at: '2026-11-22T09:00:00.000Z',
      expires_at: null,
    });
    const { user } = show();
    expect(await screen.findByRole('heading', { name: 'This workspace has expired' })).toBeInTheDocument();
    expect(
      screen.getByText('The subscription was cancelled and ended on Nov 20, 2026, 9:00 AM UTC.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /support@/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:.+@/),
    );
    await user.click(
      within(screen.getByRole('region', { name: 'Full export' })).getByRole('button', {
        name: 'Export everything',
      }),
    );
    await waitFor(() => expect(server.requests(exportOrganization)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Renew Growth' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew Growth' }));
    expect(
      await dialog.findByText('The workspace becomes active again, with Growth, as soon as the invoice is paid.'),
    ).toBeInTheDocument();
    expect(dialog.getByText('One month from payment')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Order and pay €177.31' })).toBeInTheDocument();
  });

  test('one that expired because an invoice was not paid is led to the invoice', async () => {
    server.answer(getSubscription, {
      ...expired,
      expiry: { at: '2026-11-20T09:00:00.000Z', because: 'unpaid' },
      open_invoices: 1,
      overdue_invoices: 1,
    });
    show();
    expect(await screen.findByRole('link', { name: 'Pay invoice' })).toHaveAttribute(
      'href',
      '/subscription-manager?tab=invoices',
    );
    expect(screen.queryByRole('button', { name: 'Renew Growth' })).not.toBeInTheDocument();
  });

  test('what was chosen at the registration is offered to be ordered', async () => {
    server.answer(getSubscription, { ...team, plan_name: 'Free!', period: null, plan_to_order: 'Growth' });
    server.answer(previewChange, { ...upgrade, kind: 'beginning' });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Order Growth' }));
    expect(await screen.findByText('Growth applies immediately, and a new period starts.')).toBeInTheDocument();
  });
});

describe('invoices', () => {
  beforeEach(() => {
    server.answer(listInvoices, {
      items: [
        summary,
        {
          ...summary,
          id: crypto.randomUUID(),
          number: '2026-000016',
          status: 'paid',
          paid_at: '2026-11-02T10:00:00.000Z',
        },
      ],
      next_cursor: null,
    });
    server.answer(getInvoice, invoice);
  });
  const open = async () => {
    const { user } = show('/subscription-manager?tab=invoices');
    await user.click(await screen.findByRole('link', { name: '2026-000017' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Invoice 2026-000017' })) };
  };

  test('are listed with state and PDF', async () => {
    show('/subscription-manager?tab=invoices');
    expect(await screen.findByText('Unpaid')).toBeInTheDocument();
    expect(screen.getByText('Paid on November 2, 2026')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Invoice 2026-000017 as a PDF' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^http:\/\/localhost:3000\/api\/payment\/.+\/pdf$/),
    );
  });

  test('one that is paid by transfer says how much, by when, where and with which reference', async () => {
    const { dialog } = await open();
    expect(dialog.getByText('Transfer €71.40 by December 6, 2026.')).toBeInTheDocument();
    expect(dialog.getByText('IE29 AIBK 9311 5212 3456 78')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Copy reference' })).toBeInTheDocument();
    expect(server.requests(payInvoice)).toHaveLength(0);
  });

  test('one that is paid elsewhere leads there by /redirect, in plain view', async () => {
    server.answer(getSubscription, { ...team, provider: 'stripe' });
    server.answer(payInvoice, { kind: 'redirect', url: 'https://pay.example/c/1?a=b' });
    const screenShown = show(`/subscription-manager?tab=invoices&invoice=${summary.id}`);
    await screenShown.user.click(await screen.findByRole('button', { name: 'Pay €71.40' }));
    await waitFor(() =>
      expect(screenShown.location()).toBe(`/redirect?to=${encodeURIComponent('https://pay.example/c/1?a=b')}`),
    );
  });

  test('what one pays with is changed on the provider’s page; where that cannot be reached it is said, with what it means', async () => {
    server.answer(getSubscription, { ...team, provider: 'stripe' });
    server.answer(openPaymentPortal, { url: 'https://pay.example/portal' });
    server.fail(openPaymentPortal, 'payment_unavailable', { times: 1 });
    const { user, location } = show();
    const button = await screen.findByRole('button', { name: 'Change payment method' });
    await user.click(button);
    expect(await screen.findByText(/payment provider/, { selector: '[role=alert] p' })).toBeInTheDocument();
    await user.click(button);
    await waitFor(() => expect(location()).toBe(`/redirect?to=${encodeURIComponent('https://pay.example/portal')}`));
  });

  test('nothing is charged automatically until the owner agrees, nor any more once they withdraw it', async () => {
    server.answer(getSubscription, { ...team, provider: 'stripe' });
    server.answer(setAutomaticPayment, ({ body }) => body);
    const { user } = show();
    const part = within(await screen.findByRole('region', { name: 'Automatic payment' }));
    expect(
      part.getByText(/^Nothing is charged automatically\. If you agree, .* on their due date/),
    ).toBeInTheDocument();
    server.answer(getSubscription, { ...team, provider: 'stripe', is_charged_automatically: true });
    await user.click(part.getByRole('button', { name: 'Agree to automatic payment' }));
    server.answer(getSubscription, { ...team, provider: 'stripe' });
    await user.click(await screen.findByRole('button', { name: 'Withdraw automatic payment' }));
    expect(await screen.findByRole('button', { name: 'Agree to automatic payment' })).toBeInTheDocument();
    expect(server.requests(setAutomaticPayment).map(({ body }) => body)).toEqual([
      { is_agreed: true },
      { is_agreed: false },
    ]);
  });

  test('where invoices are paid by transfer, and for who is not the owner, there is nothing to agree to', async () => {
    show();
    await screen.findByRole('button', { name: 'Cancel subscription' });
    expect(screen.queryByRole('region', { name: 'Automatic payment' })).not.toBeInTheDocument();
    cleanup();
    server.answer(getSubscription, { ...team, provider: 'stripe' });
    show('/subscription-manager', false);
    await screen.findByText('Only the workspace owner can order, cancel and pay.');
    expect(screen.queryByRole('region', { name: 'Automatic payment' })).not.toBeInTheDocument();
  });

  test('one says when it is charged by itself, what went back of it, and what a bank has claimed back', async () => {
    server.answer(listInvoices, {
      items: [{ ...summary, status: 'paid', paid_at: '2026-11-22T10:00:00.000Z', refunded: 2500 }],
      next_cursor: null,
    });
    server.answer(getInvoice, { ...invoice, charged_at: '2026-12-06T09:00:00.000Z' });
    const { dialog } = await open();
    expect(screen.getByText('€25.00 refunded')).toBeInTheDocument();
    expect(
      await dialog.findByText(
        'This invoice will be charged automatically on December 6, 2026. You can also pay it earlier.',
      ),
    ).toBeInTheDocument();
    cleanup();
    server.answer(getInvoice, {
      ...invoice,
      status: 'paid',
      refunded: 2500,
      refunds: [{ amount: 2500, at: '2026-11-23T10:00:00.000Z' }],
      disputes: [{ amount: 4640, at: '2026-11-24T10:00:00.000Z', state: 'open' }],
    });
    await open();
    expect(await screen.findByText('€25.00 was refunded on November 23, 2026.')).toBeInTheDocument();
    expect(
      screen.getByText('A bank claimed back €46.40 on November 24, 2026. This hasn’t been settled yet.'),
    ).toBeInTheDocument();
  });

  test('who comes back from paying is told what the server knows, never what the address says', async () => {
    server.answer(getSubscription, { ...team, provider: 'stripe' });
    server.answer(payInvoice, { kind: 'redirect', url: 'https://pay.example/c/1' });
    const before = show(`/subscription-manager?tab=invoices&invoice=${summary.id}`);
    await before.user.click(await screen.findByRole('button', { name: 'Pay €71.40' }));
    await waitFor(() => expect(before.location()).toMatch(/^\/redirect/));
    before.unmount();
    show();
    expect(await screen.findByText(/The payment hasn’t been confirmed yet/)).toBeInTheDocument();
    expect(screen.queryByText('Thank you. Your payment has been received.')).not.toBeInTheDocument();
    server.answer(getInvoice, { ...invoice, status: 'paid', paid_at: '2026-11-22T10:00:00.000Z' });
    expect(
      await screen.findByText('Thank you. Your payment has been received.', undefined, { timeout: 5_000 }),
    ).toBeInTheDocument();
    // The subscription is reloaded.
    await waitFor(() => expect(server.requests(getSubscription).length).toBeGreaterThan(1));
  });

  test('who comes back in a window that knows of no invoice is told as well, and nobody else', async () => {
    server.answer(getSubscription, { ...team, provider: 'stripe', last_payment_invoice_id: summary.id });
    server.answer(getInvoice, { ...invoice, status: 'paid', paid_at: '2026-11-22T10:00:00.000Z' });
    const { user, location } = show('/subscription-manager?payment=returned');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invoice 2026-000017' }));
    expect(await dialog.findByText('Thank you. Your payment has been received.')).toBeInTheDocument();
    expect(dialog.getByText('Dates are in UTC.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(location()).toBe('/subscription-manager?tab=invoices'));
    cleanup();
    show();
    expect(await screen.findByText('Tidewater')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('who comes back and nothing is known of sees how all invoices are', async () => {
    server.answer(getSubscription, { ...team, provider: 'stripe' });
    show('/subscription-manager?payment=returned');
    expect(await screen.findByText('Unpaid')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('there are none yet, in words', async () => {
    server.answer(listInvoices, { items: [], next_cursor: null });
    show('/subscription-manager?tab=invoices');
    expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeInTheDocument();
  });

  test('are made out to what was saved last: the form shows what was answered, and saving again stores that', async () => {
    server.answer(getBillingDetails, { name: 'Tidewater', address: 'Old quay 1', vat_id: '', email: null });
    server.answer(saveBillingDetails, ({ body }) => ({ ...body, vat_id: 'DE123' }));
    const { user } = show('/subscription-manager?tab=details');
    const address = () => screen.getByRole('textbox', { name: 'Address' });
    await screen.findByRole('textbox', { name: 'Address' });
    await user.clear(address());
    await user.type(address(), '  Harbour 1 ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    // The server's version, normalised.
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^VAT/ })).toHaveValue('DE123'));
    expect(address()).toHaveValue('Harbour 1');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests(saveBillingDetails).map(({ body }) => body.address)).toEqual(['Harbour 1', 'Harbour 1']),
    );
  });

  test('are made out to whom the details say; what is wrong is said beside its field, and nothing typed is lost', async () => {
    server.answer(getBillingDetails, { name: 'Tidewater', address: '', vat_id: '', email: null });
    server.answer(saveBillingDetails, ({ body }) => body);
    const { user } = show('/subscription-manager?tab=details');
    await user.type(await screen.findByLabelText(/^Email for invoices/), 'accounts');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('This field is required.')).toBeInTheDocument();
    expect(screen.getByText('Enter a valid email address.')).toBeInTheDocument();
    expect(screen.getByLabelText('Address')).toHaveFocus();
    await user.type(screen.getByLabelText('Address'), 'Harbour 1');
    await user.type(screen.getByLabelText(/^Email for invoices/), '@tidewater.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests(saveBillingDetails).map(({ body }) => body)).toEqual([
        { name: 'Tidewater', address: 'Harbour 1', vat_id: '', email: 'accounts@tidewater.example' },
      ]),
    );
  });
});
