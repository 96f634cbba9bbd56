import type { InvoiceLine } from '@parlance/shared/contract/api/billing/invoices';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { ChangeKind } from '@parlance/shared/contract/api/subscription/subscription-changes';
import { shareOf, taxOn } from '@parlance/shared/contract/values/money';
import { type Period, addMonths } from './periods.ts';

/** A plan with its price. */
export type PricedPlan = { readonly name: PlanName; readonly price: number; readonly currency: string };
/** What holds now. The price is the one that the running period was agreed at. */
export type Agreement = { readonly plan: PricedPlan; readonly period: Period | null; readonly isExpired: boolean };

export type Sums = { readonly subtotal: number; readonly tax: number; readonly total: number };
export type Quote = {
  readonly kind: ChangeKind;
  /** Null: from the payment on. */
  readonly effectiveAt: Date | null;
  readonly now: Sums & { readonly lines: readonly InvoiceLine[] };
  readonly next: Sums & { readonly at: Date | null };
};

/**
 * What changing to a plan costs at a moment. Nothing but these values decides it, so that an order can be held against
 * its preview.
 */
export function quoteChange(
  { plan, period, isExpired }: Agreement,
  wanted: PricedPlan,
  { at, taxRate }: { at: Date; taxRate: number },
): Quote {
  const kind = kindOf({ plan, period, isExpired }, wanted);
  const sums = (lines: readonly InvoiceLine[]) => ({
    lines,
    ...sumsOf(
      lines.reduce((sum, { amount }) => sum + amount, 0),
      taxRate,
    ),
  });
  const month = sumsOf(wanted.price, taxRate);
  if (kind === 'renewal' || kind === 'beginning' || period === null) {
    const begun = kind === 'beginning' ? { begin: at, end: addMonths(at, 1) } : null;
    if (wanted.price === 0) return { kind, effectiveAt: at, now: sums([]), next: { at: null, ...month } };
    return {
      kind,
      effectiveAt: begun?.begin ?? null,
      now: sums([monthOf(wanted, begun)]),
      next: { at: begun?.end ?? null, ...month },
    };
  }
  if (kind === 'downgrade')
    return {
      kind,
      effectiveAt: period.end,
      now: sums([]),
      next: { at: wanted.price === 0 ? null : period.end, ...month },
    };
  return {
    kind,
    effectiveAt: at,
    now: sums(linesOfUpgrade(plan, wanted, { period, at })),
    next: { at: period.end, ...month },
  };
}

function kindOf({ plan, period, isExpired }: Agreement, wanted: PricedPlan): ChangeKind {
  if (isExpired) return 'renewal';
  if (period === null) return 'beginning';
  // What is in another currency cannot be set off against what was paid.
  return wanted.price > plan.price && wanted.currency === plan.currency ? 'upgrade' : 'downgrade';
}

export function sumsOf(subtotal: number, taxRate: number): Sums {
  const tax = taxOn(subtotal, taxRate);
  return { subtotal, tax, total: subtotal + tax };
}

/** A whole period; null where it begins with the payment. */
export const monthOf = ({ name, price }: PricedPlan, period: Period | null): InvoiceLine => ({
  kind: 'month',
  plan_name: name,
  price_a_month: price,
  span: period === null ? null : spanOf(period),
  period: null,
  amount: price,
});

/** Of both plans the same part of the period. Lines that add up to nothing are none. */
function linesOfUpgrade(
  plan: PricedPlan,
  wanted: PricedPlan,
  { period, at }: { period: Period; at: Date },
): InvoiceLine[] {
  const whole = period.end.getTime() - period.begin.getTime();
  const rest = period.end.getTime() - at.getTime();
  const line = (kind: 'rest' | 'credit', { name, price }: PricedPlan): InvoiceLine => {
    const share = shareOf(price, rest, whole);
    return {
      kind,
      plan_name: name,
      price_a_month: price,
      span: spanOf({ begin: at, end: period.end }),
      period: spanOf(period),
      amount: kind === 'credit' ? 0 - share : share,
    };
  };
  const lines = [line('credit', plan), line('rest', wanted)];
  return lines.reduce((sum, { amount }) => sum + amount, 0) === 0 ? [] : lines;
}

const spanOf = ({ begin, end }: Period) => ({ begin: begin.toISOString(), end: end.toISOString() });
