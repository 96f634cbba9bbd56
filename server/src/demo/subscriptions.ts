import { beginPeriod, findPricedPlan, saveAccount, setPlan } from '../money/billing/account.ts';
import { writeInvoice } from '../money/billing/issue.ts';
import { type Period, addMonths } from '../money/billing/periods.ts';
import { type PricedPlan, monthOf, sumsOf } from '../money/billing/quote.ts';
import { type Terms, daysAfter } from '../money/billing/terms.ts';
import type { Trx } from '../platform/db/database.ts';
import type { DemoOrganizations } from './organizations.ts';

const terms: Terms = {
  seller: {
    name: 'Parlance',
    address: '1 Harbour Street, 1010 Vienna, Austria',
    vat_id: 'ATU00000000',
    bank_account: '',
  },
  taxRate: 0,
  numberPrefix: 'INV-',
  provider: 'by-hand',
};
/** Days that the running period has lasted, and after which an invoice was paid. */
const daysBegun = 12;
const daysUntilPaid = 3;

/**
 * Team is in the middle of a period that is paid; the expired organisation has cancelled and its last one is over. Pro
 * was granted without an end, so that the demonstration does not run out.
 */
export async function seedDemoSubscriptions(trx: Trx, { team, expired }: DemoOrganizations): Promise<void> {
  const now = new Date();
  const anchor = daysAfter(now, -daysBegun);
  await seedPeriod(trx, team, await findPricedPlan(trx, 'Team'), { begin: anchor, end: addMonths(anchor, 1) });
  const begin = addMonths(anchor, -1);
  await seedPeriod(trx, expired, await findPricedPlan(trx, 'Growth'), { begin, end: anchor });
  await setPlan(trx, expired, { workspace_status: 'EXPIRED' });
  await saveAccount(trx, expired, { cancel_at_period_end: true, expired_at: anchor, expired_because: 'cancelled' });
}

async function seedPeriod(trx: Trx, organizationId: string, plan: PricedPlan, period: Period): Promise<void> {
  await beginPeriod(trx, organizationId, plan, { period, anchor: period.begin, now: period.begin });
  const { id } = await writeInvoice(
    trx,
    {
      organizationId,
      cause: `period:${period.begin.toISOString()}`,
      lines: [monthOf(plan, period)],
      currency: plan.currency,
      ...sumsOf(plan.price, terms.taxRate),
    },
    terms,
    period.begin,
  );
  await trx
    .updateTable('invoices')
    .set({ status: 'paid', provider: 'by-hand', reference: '', paid_at: daysAfter(period.begin, daysUntilPaid) })
    .where('id', '=', id)
    .execute();
}
