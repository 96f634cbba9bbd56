import * as z from '@parlance/shared/contract/schema';
import { planFeature, workspaceStatus } from '../../access/access.ts';
import { endpoint } from '../../endpoint.ts';
import { meter } from '../../values/meter.ts';
import { amount, currency, taxRate } from '../../values/money.ts';
import { paymentProvider } from '../payment/payment-provider.ts';
import { planName } from '../plans/plans.ts';

// The meter lives where every refusal can carry it; screens of the subscription find it here.
export { type MeterKind, meterKind } from '../../values/meter.ts';

/** A meter with a forecast. */
export const foreseenMeter = z.object({
  ...meter.shape,
  /**
   * The day (UTC) on which the limit is reached at the pace of the last thirty days, or of this month; null if that is
   * more than a year away.
   */
  runs_out_on: z.nullable(z.iso.date()),
});
export type Meter = z.infer<typeof foreseenMeter>;

/** The billing period, half open: `end` is the first moment of the next one. */
export const billingPeriod = z.object({ begin: z.iso.datetime(), end: z.iso.datetime() });
export type BillingPeriod = z.infer<typeof billingPeriod>;

export const subscription = z.object({
  plan_name: planName,
  workspace_status: workspaceStatus,
  /** The features of the plan, fresh from the table of plans. */
  features: z.array(planFeature),
  meters: z.array(foreseenMeter),
  /** The running period; null if the plan costs nothing, or was granted without an end. */
  period: z.nullable(billingPeriod),
  /** The price agreed for the running period, without tax: a changed price holds from the next period on. */
  price_a_month: amount,
  currency,
  tax_rate: taxRate,
  cancel_at_period_end: z.boolean(),
  /** The smaller plan that holds from the period's end. */
  next_plan_name: z.nullable(planName),
  /** The plan chosen when the organisation was founded, and not ordered yet. */
  plan_to_order: z.nullable(planName),
  /** The way invoices of this installation are paid. */
  provider: paymentProvider,
  /** True if an owner has agreed that invoices of new periods are charged to the payment method used before. */
  is_charged_automatically: z.boolean(),
  /**
   * The expiry of the workspace, to come or past, and its reason: it was cancelled, or an invoice was not paid. Null if
   * there is neither.
   */
  expiry: z.nullable(z.object({ at: z.iso.datetime(), because: z.enum(['cancelled', 'unpaid']) })),
  /** The number of open invoices, and of overdue ones among them. */
  open_invoices: z.int(),
  overdue_invoices: z.int(),
  /** The invoice whose payment page was opened last, within a day: a returning person is shown its state. */
  last_payment_invoice_id: z.nullable(z.uuid()),
});
export type Subscription = z.infer<typeof subscription>;

/**
 * Returns the plan of the caller's organisation and its usage. The flag subscription_manager is not required
 * (specification §5).
 */
export const getSubscription = endpoint({
  method: 'GET',
  path: '/subscription/v1/subscription',
  requires: { role: 'admin', feature: 'subscription_manager', workspace: 'owner-when-expired' },
  summary: 'The plan of the caller’s organisation and what is used of it.',
  response: subscription,
});
