import type { PaymentProviderName } from '@parlance/shared/contract/api/payment/payment-provider';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type Account, beginPeriod, findPricedPlan, lockAccount, saveAccount, setPlan } from './account.ts';
import { addMonths } from './periods.ts';
import { renewAccount } from './renew.ts';
import { type Terms, daysOfGrace, daysAfter } from './terms.ts';

export type Payment = {
  readonly provider: PaymentProviderName;
  /** The provider's reference of the payment. */
  readonly reference: string;
  readonly paidAt: Date;
};
/**
 * The outcome. `not_owed`: the invoice was voided, and the money must be returned. `unknown`: there is no such invoice.
 */
export type Settlement = 'settled' | 'already_paid' | 'not_owed' | 'unknown';

type InvoiceRow = { id: string; label: string; status: string; renews_plan: Account['planName'] | null };

/**
 * Marks an invoice paid, once however often it is called, and restores the access lost for it. Runs across
 * organisations. A written-off invoice can still be paid.
 */
export async function settleInvoice(
  trx: Trx,
  invoiceId: string,
  payment: Payment,
  terms: Terms,
  now: Date = new Date(),
): Promise<Settlement> {
  const locked = await lockInvoice(trx, invoiceId);
  if (locked === null) return 'unknown';
  const { account, invoice } = locked;
  if (invoice.status === 'paid') return 'already_paid';
  if (invoice.status === 'void') return 'not_owed';
  const { provider, reference, paidAt } = payment;
  await trx
    .updateTable('invoices')
    .set({ status: 'paid', provider, reference, paid_at: paidAt })
    .where('id', '=', invoice.id)
    .execute();
  if (account === null) return 'settled';
  await record(trx, {
    action: 'invoice.paid',
    organizationId: account.organizationId,
    target: { id: invoice.id, name: invoice.label },
    after: { provider },
  });
  if (invoice.renews_plan !== null) await beginAgain(trx, account, invoice.renews_plan, now);
  else await reactivate(trx, account, terms, now);
  return 'settled';
}

/** Voids or writes off an invoice: it is owed no longer. False if it was not open. */
export async function closeInvoice(
  trx: Trx,
  invoiceId: string,
  as: 'void' | 'uncollectible',
  terms: Terms,
  now: Date = new Date(),
): Promise<boolean> {
  const locked = await lockInvoice(trx, invoiceId);
  if (locked === null || locked.invoice.status !== 'open') return false;
  const { account, invoice } = locked;
  await trx.updateTable('invoices').set({ status: as }).where('id', '=', invoice.id).execute();
  if (account === null) return true;
  await record(trx, {
    action: as === 'void' ? 'invoice.voided' : 'invoice.given_up',
    organizationId: account.organizationId,
    target: { id: invoice.id, name: invoice.label },
  });
  // A workspace that owes nothing gets back what it lost for it; a written-off invoice is no reason to.
  if (as === 'void' && invoice.renews_plan === null) await reactivate(trx, account, terms, now);
  return true;
}

/** Locks the account and then the invoice, in the common order. `account` is null if the organisation is gone. */
async function lockInvoice(trx: Trx, id: string): Promise<{ account: Account | null; invoice: InvoiceRow } | null> {
  const of = await trx.selectFrom('invoices').where('id', '=', id).select('organization_id').executeTakeFirst();
  if (of === undefined) return null;
  const account = of.organization_id === null ? null : await lockAccount(trx, of.organization_id);
  const invoice = await trx
    .selectFrom('invoices')
    .where('id', '=', id)
    .select(['id', 'label', 'status', 'renews_plan'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { account, invoice };
}

/**
 * Restarts an expired workspace: its period begins with the payment. One disabled by an operator stays so, and has its
 * period.
 */
async function beginAgain(trx: Trx, account: Account, planName: Account['planName'], now: Date): Promise<void> {
  const plan = await findPricedPlan(trx, planName);
  await beginPeriod(trx, account.organizationId, plan, {
    period: { begin: now, end: addMonths(now, 1) },
    anchor: now,
    now,
  });
  if (account.status === 'DISABLED') return setPlan(trx, account.organizationId, { workspace_status: 'DISABLED' });
  await record(trx, {
    action: 'subscription.renewed',
    organizationId: account.organizationId,
    target: { id: null, name: planName },
  });
}

/**
 * Reactivates a workspace that expired for non-payment and owes nothing overdue any more; if the period is over, a new
 * one begins.
 */
async function reactivate(trx: Trx, account: Account, terms: Terms, now: Date): Promise<void> {
  const { organizationId, expiry, status } = account;
  if (status !== 'EXPIRED' || expiry?.because !== 'unpaid') return;
  const owed = await trx
    .selectFrom('invoices')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'open')
    .where('due_at', '<=', daysAfter(now, -daysOfGrace))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (owed !== undefined) return;
  if (account.cancelAtPeriodEnd && account.period !== null && account.period.end <= now) {
    return saveAccount(trx, organizationId, { expired_at: account.period.end, expired_because: 'cancelled' });
  }
  await setPlan(trx, organizationId, { workspace_status: 'ACTIVE' });
  await saveAccount(trx, organizationId, { expired_at: null, expired_because: null });
  await record(trx, {
    action: 'subscription.reactivated',
    organizationId,
    target: { id: null, name: account.planName },
  });
  // The period begins now and not when it would have: unusable days are not charged.
  await renewAccount(trx, { ...account, status: 'ACTIVE', expiry: null, anchor: now }, terms, now);
}
