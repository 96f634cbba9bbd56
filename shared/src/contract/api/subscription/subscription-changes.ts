import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { meterKind } from '../../values/meter.ts';
import { moment } from '../../values/moment.ts';
import { amount, currency, taxRate } from '../../values/money.ts';
import { invoiceLine, invoiceSummary } from '../billing/invoices.ts';
import { planName } from '../plans/plans.ts';
import { subscription } from './subscription.ts';

const reads = { role: 'admin', feature: 'subscription_manager', workspace: 'owner-when-expired' } as const;
/** The owner alone decides about costs and cancellation. */
const orders = { role: 'owner', feature: 'subscription_manager', workspace: 'owner-when-expired' } as const;

const sums = { subtotal: amount, tax: amount, total: amount } as const;

/**
 * The kind of a change. `upgrade`: at once, the rest of the period is credited and charged. `downgrade`: from the
 * period's end. `beginning`: a new period from now on, for an organisation whose plan cost nothing or that has no
 * period. `renewal`: of an expired workspace, whose period begins when the invoice is paid.
 */
export const changeKind = z.enum(['upgrade', 'downgrade', 'beginning', 'renewal']);
export type ChangeKind = z.infer<typeof changeKind>;

export const changePreview = z.object({
  plan_name: planName,
  kind: changeKind,
  /** The moment that the figures are of. An order carries it. */
  at: z.iso.datetime(),
  /** The time the plan takes effect; null if that is the payment. */
  effective_at: z.nullable(z.iso.datetime()),
  currency,
  tax_rate: taxRate,
  /** The immediate invoice: no lines if there is none. */
  now: z.object({ lines: z.array(invoiceLine), ...sums }),
  /** The invoice of a whole period, from the next one on. */
  next: z.object({ at: z.nullable(z.iso.datetime()), ...sums }),
  /** Meters with more usage than the plan includes. A smaller plan is refused while there are any. */
  above: z.array(z.object({ kind: meterKind, used: z.number(), limit: z.number() })),
});
export type ChangePreview = z.infer<typeof changePreview>;

/**
 * Returns the price of changing to a plan and the time it takes effect. Nothing is ordered. Answers 409 conflict for
 * the present plan.
 */
export const previewChange = endpoint({
  method: 'GET',
  path: '/subscription/v1/preview',
  requires: reads,
  summary: 'What changing to a plan costs.',
  query: z.object({ plan_name: planName }),
  response: changePreview,
});

/** The result of an order. The invoice, if something is to be paid: pay it with `payInvoice`. */
export const changeOrdered = z.object({ subscription, invoice: z.nullable(invoiceSummary) });
export type OrderResult = z.infer<typeof changeOrdered>;

/**
 * Orders the change of a preview. Answers 409 preview_outdated if its figures no longer hold or are older than a
 * quarter of an hour, plan_too_small, invoice_overdue, and conflict for the present plan. Sent twice with one key it is
 * ordered once, and a key that has ordered something else is refused with 409 idempotency_key_reused.
 */
export const orderChange = endpoint({
  method: 'POST',
  path: '/subscription/v1/orders',
  requires: orders,
  summary: 'Orders a plan.',
  body: z.strictObject({
    idempotency_key: z.uuid(),
    plan_name: planName,
    /** The moment and the figures of the preview. */
    at: moment,
    currency,
    total_now: amount,
    total_next: amount,
  }),
  response: changeOrdered,
});

/**
 * Cancels the subscription. Everything stays until the period's end; then the workspace expires. Answers 409 conflict
 * if there is no period.
 */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/subscription/v1/cancellation',
  requires: orders,
  summary: 'Ends the subscription with its period.',
  response: subscription,
});

/**
 * Withdraws a cancellation, and a smaller plan that was to hold from the period's end. Answers 409 conflict if the
 * workspace has expired.
 */
export const resumeSubscription = endpoint({
  method: 'DELETE',
  path: '/subscription/v1/cancellation',
  requires: orders,
  summary: 'Goes on with the plan one has.',
  response: subscription,
});
