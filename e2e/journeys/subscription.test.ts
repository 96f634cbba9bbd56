import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { receiveStripeEvent } from '@parlance/shared/contract/api/payment/payment';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { freePorts } from '../../server/src/testing/free-ports.ts';
import { type StripeServer, startStripeServer } from '../../server/src/testing/stripe-server.ts';
import { expectAccessible } from '../harness/axe.ts';
import { createChangedDatabase, type TestDatabase } from '../harness/database.ts';
import { contentOf } from '../harness/download.ts';
import { eventually, wordsOf } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { leaveByEscape, mainNavigation } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

const owner = 'owner@team.example';
const operatorKey = 'e2e-operator-key-that-nobody-guesses-0123456789';
const root = path.resolve(import.meta.dirname, '..', '..');

/** Saves the invoice that is shown, as the browser does. */
async function expectPdf({ page }: Visitor): Promise<void> {
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('link', { name: 'Download PDF' }).click();
  const saved = await contentOf(await saving);
  expect(saved.subarray(0, 5).toString()).toBe('%PDF-');
}

describe('where invoices are paid on a page of Stripe’s', () => {
  let stripe: StripeServer;
  const stage = prepareStage(async () => {
    stripe = await startStripeServer();
    const [payment = 0] = await freePorts(1);
    stripe.deliverTo(`http://localhost:${payment}${receiveStripeEvent.path}`);
    return { ...stripe.settings, PAYMENT_PORT: String(payment) };
  });
  afterAll(() => stripe.close());

  test('an owner compares plans, orders a larger one for what was shown, pays for it elsewhere, and is told so by the server when they are back', async () => {
    const visitor = await stage.visit();
    const { page } = visitor;
    await visitor.signIn(owner);
    await step('An owner reads their plan and its use', async () => {
      await visitor.open('/subscription-manager');
      await eventually(page.getByRole('meter', { name: 'Seats' })).toBeVisible();
      await expectAccessible(page, 'plan and use');
    });
    await step('The owner agrees to automatic payment', async () => {
      // Nothing is charged by itself until it is agreed to.
      await page.getByRole('button', { name: 'Agree to automatic payment' }).click();
      await eventually(page.getByRole('button', { name: 'Withdraw automatic payment' })).toBeVisible();
    });
    const total = await step('The owner orders a larger plan for what is shown', async () => {
      await page.getByRole('link', { name: 'Change plan' }).click();
      await page.getByRole('button', { name: 'Change to Growth' }).click();
      const change = page.getByRole('dialog', { name: 'Change to Growth' });
      const total = await wordsOf(change.getByRole('row', { name: /^Total/ }).getByRole('cell'));
      await expectAccessible(page, 'a change with its price');
      await change.getByRole('button', { name: `Order and pay ${total}` }).click();
      return total;
    });

    const invoice = page.getByRole('dialog', { name: /^Invoice / });
    await step('The owner reads the invoice', async () => {
      await eventually(invoice.getByRole('row', { name: /^Total/ }).getByRole('cell')).toHaveText(total);
      await expectAccessible(page, 'an invoice');
    });
    await step('The owner pays on another site', async () => {
      await invoice.getByRole('button', { name: `Pay ${total}` }).click();
      // Another site is shown before it is gone to.
      await eventually(page.getByText(stripe.url)).toBeVisible();
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Checkout' }).waitFor();
      await page.getByRole('button', { name: `Pay ${total}` }).click();
    });
    await step('The owner is back, and the payment has arrived', async () => {
      await eventually(invoice.getByText('Thank you. Your payment has been received.')).toBeVisible();
      expect(stripe.charges).toHaveLength(1);
      expect([...stripe.sessions.values()].map(({ kept_for: keptFor }) => keptFor)).toEqual(['off_session']);
    });
    await step('The owner saves the invoice', () => expectPdf(visitor));
    await step('The invoice is listed as paid', async () => {
      await leaveByEscape(invoice);
      await eventually(page.getByRole('row', { name: /Paid on/ }).first()).toBeVisible();
      await expectAccessible(page, 'invoices');
    });
    await step('What the plan opens is open at once', async () => {
      await eventually(mainNavigation(page).getByRole('link', { name: 'Governance' })).toBeVisible();
    });
  });
});

describe('where invoices are paid by transfer', () => {
  let database: TestDatabase;
  let payment = '';
  // The subscription was cancelled, and its period is over: what is due is done when the program starts.
  const over = `update subscriptions set cancel_at_period_end = true, period_begin = now() - interval '31 days', period_end = now() - interval '1 minute', anchored_at = now() - interval '31 days'
    where organization_id = (select memberships.organization_id from memberships join users on users.id = memberships.user_id where users.email = '${owner}')`;
  const stage = prepareStage(async () => {
    database = await createChangedDatabase(over);
    payment = String((await freePorts(1))[0]);
    return {
      ...database.settings,
      PAYMENT_PORT: payment,
      OPERATOR_KEY: operatorKey,
      SELLER_BANK_ACCOUNT: 'AT61 1904 3002 3457 3201',
    };
  });
  afterAll(() => database.drop());

  test('the owner of a workspace that has expired renews it and works again once the operator has seen the money', async () => {
    const visitor = await stage.visit();
    const { page } = visitor;
    await visitor.signIn(owner);
    await step('The workspace expires, and the owner is led to its subscription', async () => {
      // The program looks for what is due once it runs, and the owner may be quicker.
      await eventually
        .poll(async () => (await visitor.context.request.get(`${stage.product.apiBase}${getWhoami.path}`)).text())
        .toContain('"EXPIRED"');
      await visitor.open('/');
      await page.waitForURL(/\/subscription-manager$/);
      await page.getByRole('heading', { name: 'This workspace has expired' }).waitFor();
      await expectAccessible(page, 'an expired workspace');
    });
    await step('The owner renews the plan', async () => {
      await page.getByRole('button', { name: 'Renew Team' }).click();
      await page
        .getByRole('dialog', { name: 'Renew Team' })
        .getByRole('button', { name: /^Order and pay/ })
        .click();
    });
    const invoice = page.getByRole('dialog', { name: /^Invoice / });
    const number = await step('The owner reads where the money goes', async () => {
      await eventually(invoice.getByText('AT61 1904 3002 3457 3201')).toBeVisible();
      const number = (await wordsOf(invoice.getByRole('heading', { level: 2 }))).replace(/^Invoice /, '');
      await expectAccessible(page, 'how to pay');
      return number;
    });
    await step('The operator marks the invoice as paid', async () => {
      // What `npm run operate -- invoices paid <number>` runs.
      await promisify(execFile)(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', path.join(root, 'scripts', 'operate.ts'), 'invoices', 'paid', number],
        {
          env: { PATH: process.env['PATH'], PAYMENT_PORT: payment, OPERATOR_KEY: operatorKey, ...database.settings },
        },
      );
    });
    await step('The owner works again', async () => {
      await visitor.open('/');
      await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
    });
    await step('The owner finds the invoice as paid, and saves it', async () => {
      await visitor.open('/subscription-manager?tab=invoices');
      await page.getByRole('link', { name: number, exact: true }).click();
      await eventually(invoice.getByText(/^Paid on/)).toBeVisible();
      await expectPdf(visitor);
    });
  });
});
