import { randomUUID } from 'node:crypto';
import type { Invoice } from '@parlance/shared/contract/api/billing/invoices';
import { writeInvoice } from '../money/billing/issue.ts';
import type { Terms } from '../money/billing/terms.ts';
import type { TestServer } from './test-app.ts';

const period = { begin: '2026-11-10T00:00:00.000Z', end: '2026-12-10T00:00:00.000Z' };
const rest = { begin: '2026-11-22T08:45:13.123Z', end: period.end };

/** An invoice of an upgrade in the middle of a period, paid a day later. */
export const exampleInvoice = (changes: Partial<Invoice> = {}): Invoice => ({
  id: '6f0b2c5e-1b7a-4a53-9f3c-0d8f5a1e7c42',
  number: '2026-000042',
  status: 'paid',
  issued_at: '2026-11-22T08:45:13.123Z',
  due_at: '2026-12-06T08:45:13.123Z',
  is_overdue: false,
  paid_at: '2026-11-23T10:00:00.000Z',
  currency: 'EUR',
  seller: {
    name: 'Parlance GmbH',
    address: 'Hauptstraße 1\n10115 Berlin',
    vat_id: 'DE123456789',
    bank_account: 'DE02 1203 0000 0000 2020 51',
  },
  buyer: { name: 'Żółć & Søn', address: 'Praça do Comércio 4\n1100-148 Lisboa', vat_id: 'PT501234567', email: null },
  lines: [
    { kind: 'credit', plan_name: 'Team', price_a_month: 4900, span: rest, period, amount: -2880 },
    { kind: 'rest', plan_name: 'Growth', price_a_month: 14900, span: rest, period, amount: 8759 },
  ],
  subtotal: 5879,
  tax_rate: 1900,
  tax: 1117,
  total: 6996,
  refunded: 0,
  charged_at: null,
  refunds: [],
  disputes: [],
  payment: { provider: 'stripe', reference: 'pi_3Example' },
  ...changes,
});

const terms: Terms = {
  seller: { name: 'Parlance', address: '1 Harbour Street, Vienna', vat_id: '', bank_account: '' },
  taxRate: 0,
  numberPrefix: 'INV-',
  provider: 'by-hand',
};

/** Issues an open invoice to the organisation of a demonstration account, for a month of Team at this price. */
export const owe = (server: TestServer, email: string, total = 4900) =>
  issue(server, email, { total, cause: `order:${randomUUID()}`, now: new Date() });

/** The same for a new period that begins at this moment: it is due 14 days later. */
export const oweForPeriod = (server: TestServer, email: string, begin: Date, total = 4900) =>
  issue(server, email, { total, cause: `period:${begin.toISOString()}`, now: begin });

async function issue(
  server: TestServer,
  email: string,
  { total, cause, now }: { total: number; cause: string; now: Date },
): Promise<{ id: string; number: string; organizationId: string; dueAt: Date }> {
  return server.db.asSystem(async (trx) => {
    const { organization_id: organizationId } = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('email', '=', email)
      .select('organization_id')
      .executeTakeFirstOrThrow();
    const line = {
      kind: 'month',
      plan_name: 'Team',
      price_a_month: total,
      span: null,
      period: null,
      amount: total,
    } as const;
    const { id, label, dueAt } = await writeInvoice(
      trx,
      { organizationId, cause, lines: [line], currency: 'EUR', subtotal: total, tax: 0, total },
      terms,
      now,
    );
    return { id, number: label, organizationId, dueAt };
  });
}
