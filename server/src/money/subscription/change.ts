import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { ChangePreview } from '@parlance/shared/contract/api/subscription/subscription-changes';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Account, agreedOf, findPricedPlan } from '../billing/account.ts';
import { type PricedPlan, type Quote, quoteChange } from '../billing/quote.ts';
import { type Terms } from '../billing/terms.ts';
import { readMeters } from './meters.ts';

export type Change = { readonly plan: PricedPlan; readonly quote: Quote; readonly above: ChangePreview['above'] };

/**
 * What changing to a plan at a moment would be. Throws conflict for the plan that one has and invoice_overdue where
 * something is owed.
 */
export async function findChange(
  trx: Trx,
  account: Account,
  planName: PlanName,
  { at, now, terms }: { at: Date; now: Date; terms: Terms },
): Promise<Change> {
  const isOwnPlan = planName === account.planName && account.status !== 'EXPIRED';
  if (isOwnPlan || planName === account.nextPlanName) throw new ApiError('conflict');
  await requireNothingOverdue(trx, account, now);
  const plan = await findPricedPlan(trx, planName);
  const quote = quoteChange(agreedOf(account), plan, { at, taxRate: terms.taxRate });
  return {
    plan,
    quote,
    above: planName === account.planName ? [] : await findAbove(trx, account.organizationId, planName, now),
  };
}

async function requireNothingOverdue(trx: Trx, { organizationId }: Account, now: Date): Promise<void> {
  const overdue = await trx
    .selectFrom('invoices')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'open')
    .where('due_at', '<=', now)
    // The order of an expired workspace that was not paid is replaced by another one.
    .where('renews_plan', 'is', null)
    .orderBy('number')
    .select('label')
    .limit(1)
    .executeTakeFirst();
  if (overdue !== undefined)
    throw new ApiError('invoice_overdue', { issues: [{ path: 'invoice', message: overdue.label }] });
}

/** Meters of which more is used than a plan has. What begins anew with the month holds nobody back. */
async function findAbove(
  trx: Trx,
  organizationId: string,
  planName: PlanName,
  now: Date,
): Promise<ChangePreview['above']> {
  const { foundedAt, ...limits } = await trx
    .selectFrom('plans')
    .where('name', '=', planName)
    .selectAll('plans')
    .select((is) =>
      is.selectFrom('organizations').where('id', '=', organizationId).select('created_at').as('foundedAt'),
    )
    .executeTakeFirstOrThrow();
  const meters = await readMeters(trx, organizationId, { limits, foundedAt: foundedAt ?? now, now });
  return meters.flatMap(({ kind, used, limit, resets_at }) =>
    limit !== null && used > limit && resets_at === null ? [{ kind, used, limit }] : [],
  );
}

export const previewOf = ({ plan, quote, above }: Change, at: Date, terms: Terms): ChangePreview => ({
  plan_name: plan.name,
  kind: quote.kind,
  at: at.toISOString(),
  effective_at: quote.effectiveAt?.toISOString() ?? null,
  currency: plan.currency,
  tax_rate: terms.taxRate,
  now: { ...quote.now, lines: [...quote.now.lines] },
  next: { ...quote.next, at: quote.next.at?.toISOString() ?? null },
  above,
});
