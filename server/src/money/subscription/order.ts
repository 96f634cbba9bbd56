import type { orderChange } from '@parlance/shared/contract/api/subscription/subscription-changes';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, isOfKey, keptKey, requireSameRequest } from '../../platform/http/idempotency.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Account, beginPeriod, lockAccount, saveAccount, setPlan } from '../billing/account.ts';
import { issueInvoice } from '../billing/issue.ts';
import { addMonths } from '../billing/periods.ts';
import { bringUpToDate } from '../billing/renew.ts';
import type { Terms } from '../billing/terms.ts';
import { type Change, findChange } from './change.ts';

type Order = CheckedInput<typeof orderChange>['body'];

/** For as long a preview can be ordered. */
const previewHoldsMs = 15 * 60_000;
/** Clocks of two processes may differ by as much. */
const clocksDifferMs = 60_000;

/**
 * Orders what a preview showed, once for a key. Everything that it was made of is computed again for its moment: what
 * comes out differently is refused, and nobody pays what they have not seen. Returns the invoice, where there is one.
 */
export async function placeOrder(
  trx: Trx,
  caller: Caller,
  order: Order,
  terms: Terms,
  now: Date,
): Promise<string | null> {
  const { organizationId, memberId } = caller;
  const key = keptKey(memberId, order.idempotency_key);
  const fingerprint = fingerprintOf(order);
  const account = await upToDate(trx, organizationId, terms, now);
  const earlier = await trx
    .selectFrom('subscription_orders')
    .where('organization_id', '=', organizationId)
    .where(isOfKey(memberId, order.idempotency_key, 'ordered_by'))
    .select(['invoice_id', 'request_fingerprint'])
    .executeTakeFirst();
  if (earlier !== undefined) {
    requireSameRequest(earlier.request_fingerprint, fingerprint);
    return earlier.invoice_id;
  }
  const at = new Date(order.at);
  const change = await findChange(trx, account, order.plan_name, { at, now, terms });
  if (!isOfPreview(change, order, { account, at, now })) throw new ApiError('preview_outdated');
  if (change.above.length > 0)
    throw new ApiError('plan_too_small', {
      issues: change.above.map(({ kind, used, limit }) => ({ path: kind, message: `${used}/${limit}` })),
    });
  const invoiceId = await carryOut(trx, account, change, { at, now, terms, key });
  await trx
    .insertInto('subscription_orders')
    .values({
      organization_id: organizationId,
      idempotency_key: key,
      request_fingerprint: fingerprint,
      plan_name: order.plan_name,
      kind: change.quote.kind,
      invoice_id: invoiceId,
      ordered_by: memberId,
      ordered_at: now,
    })
    .execute();
  await record(trx, {
    action: 'subscription.ordered',
    target: { id: null, name: order.plan_name },
    before: { plan: account.planName },
    after: { plan: order.plan_name, kind: change.quote.kind },
  });
  return invoiceId;
}

/** The account, locked, with everything done that is due: a period that is over is not prorated. */
export async function upToDate(trx: Trx, organizationId: string, terms: Terms, now: Date): Promise<Account> {
  await bringUpToDate(trx, organizationId, terms, now);
  const account = await lockAccount(trx, organizationId);
  if (account === null) throw new ApiError('not_found');
  return account;
}

function isOfPreview(
  { plan, quote }: Change,
  order: Order,
  { account, at, now }: { account: Account; at: Date; now: Date },
): boolean {
  const age = now.getTime() - at.getTime();
  const isRecent = age <= previewHoldsMs && age >= -clocksDifferMs;
  // Nothing is prorated from before the plan that is prorated, nor from after its end.
  const isWithin =
    (account.changedAt === null || at >= account.changedAt) &&
    (account.period === null || at < account.period.end || quote.kind === 'renewal');
  return (
    isRecent &&
    isWithin &&
    order.currency === plan.currency &&
    order.total_now === quote.now.total &&
    order.total_next === quote.next.total
  );
}

async function carryOut(
  trx: Trx,
  account: Account,
  { plan, quote }: Change,
  { at, now, terms, key }: { at: Date; now: Date; terms: Terms; key: string },
): Promise<string | null> {
  const { organizationId, period, anchor } = account;
  const { lines, ...sums } = quote.now;
  if (quote.kind === 'renewal') await withdrawRenewals(trx, organizationId);
  if (quote.kind === 'downgrade') {
    await saveAccount(trx, organizationId, { next_plan_name: plan.name, cancel_at_period_end: false });
    await setPlan(trx, organizationId, { plan_to_order: null });
  } else if (quote.kind === 'upgrade' && period !== null && anchor !== null)
    await beginPeriod(trx, organizationId, plan, { period, anchor, now: at });
  else if (plan.price === 0) await beginPeriod(trx, organizationId, plan, { period: null, anchor: at, now: at });
  else if (quote.kind === 'beginning')
    await beginPeriod(trx, organizationId, plan, { period: { begin: at, end: addMonths(at, 1) }, anchor: at, now: at });
  if (lines.length === 0) return null;
  const bill = { organizationId, cause: `order:${key}`, lines, currency: plan.currency, ...sums };
  return issueInvoice(trx, quote.kind === 'renewal' ? { ...bill, renewsPlan: plan.name } : bill, terms, now);
}

/** What was ordered before and not paid: only the last order of an expired workspace counts. */
async function withdrawRenewals(trx: Trx, organizationId: string): Promise<void> {
  const withdrawn = await trx
    .updateTable('invoices')
    .set({ status: 'void' })
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'open')
    .where('renews_plan', 'is not', null)
    .returning(['id', 'label'])
    .execute();
  for (const { id, label } of withdrawn) await record(trx, { action: 'invoice.voided', target: { id, name: label } });
}

/** Ends the subscription with its period, or goes on with the plan one has. */
export async function setCancelled(
  trx: Trx,
  { organizationId }: Caller,
  isCancelled: boolean,
  terms: Terms,
  now: Date,
): Promise<void> {
  const account = await upToDate(trx, organizationId, terms, now);
  if (account.status !== 'ACTIVE' || account.period === null) throw new ApiError('conflict');
  const isSo = account.cancelAtPeriodEnd === isCancelled && (isCancelled || account.nextPlanName === null);
  if (isSo) return;
  await saveAccount(trx, organizationId, { cancel_at_period_end: isCancelled, next_plan_name: null });
  await record(trx, {
    action: isCancelled ? 'subscription.cancelled' : 'subscription.resumed',
    target: { id: null, name: account.planName },
  });
}
