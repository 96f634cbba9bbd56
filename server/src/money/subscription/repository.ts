import type { Subscription } from '@parlance/shared/contract/api/subscription/subscription';
import type { Trx } from '../../platform/db/database.ts';
import { type Account, findAccount } from '../billing/account.ts';
import { type Terms, daysAfter, graceEnds } from '../billing/terms.ts';
import { readMeters } from './meters.ts';

/** The plan, the status, the meters and what is owed of one organisation at a moment. */
export async function findSubscription(
  trx: Trx,
  organizationId: string,
  terms: Terms,
  now: Date,
): Promise<Subscription> {
  const account = await findAccount(trx, organizationId);
  const { created_at: foundedAt, ...plan } = await trx
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('organizations.id', '=', organizationId)
    .selectAll('plans')
    .select('organizations.created_at')
    .executeTakeFirstOrThrow();
  const open = await trx
    .selectFrom('invoices')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'open')
    .orderBy('due_at')
    .select(['due_at', 'renews_plan'])
    .execute();
  const agreed = await trx
    .selectFrom('automatic_payments')
    .where('organization_id', '=', organizationId)
    .select('agreed_at')
    .executeTakeFirst();
  const owed = open.filter(({ renews_plan }) => renews_plan === null);
  const { period } = account;
  return {
    plan_name: account.planName,
    workspace_status: account.status,
    features: plan.features,
    meters: await readMeters(trx, organizationId, { limits: plan, foundedAt, now }),
    period: period === null ? null : { begin: period.begin.toISOString(), end: period.end.toISOString() },
    price_a_month: account.price,
    currency: account.currency,
    tax_rate: terms.taxRate,
    cancel_at_period_end: account.cancelAtPeriodEnd,
    next_plan_name: account.nextPlanName,
    plan_to_order: account.planToOrder,
    provider: terms.provider,
    is_charged_automatically: agreed !== undefined,
    expiry: expiryOf(account, owed[0]?.due_at ?? null),
    open_invoices: open.length,
    overdue_invoices: owed.filter(({ due_at }) => due_at <= now).length,
    last_payment_invoice_id: await findLastPaid(trx, organizationId, now),
  };
}

/** What somebody went to a page to pay within a day. How it ended, the invoice says. */
async function findLastPaid(trx: Trx, organizationId: string, now: Date): Promise<string | null> {
  const begun = await trx
    .selectFrom('payments')
    .where('organization_id', '=', organizationId)
    .where('attempt', 'is', null)
    .where('created_at', '>', daysAfter(now, -1))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select('invoice_id')
    .executeTakeFirst();
  return begun?.invoice_id ?? null;
}

/** What comes first: the end of what was cancelled, or that of the patience with what was not paid. */
function expiryOf(
  { status, expiry, cancelAtPeriodEnd, period }: Account,
  oldestDue: Date | null,
): Subscription['expiry'] {
  if (status !== 'ACTIVE') return expiry === null ? null : { at: expiry.at.toISOString(), because: expiry.because };
  const cancelled = cancelAtPeriodEnd && period !== null ? period.end : null;
  const unpaid = oldestDue === null ? null : graceEnds(oldestDue);
  if (cancelled !== null && (unpaid === null || cancelled <= unpaid))
    return { at: cancelled.toISOString(), because: 'cancelled' };
  return unpaid === null ? null : { at: unpaid.toISOString(), because: 'unpaid' };
}
