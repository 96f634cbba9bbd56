import type { Subscription } from '../contract/api/subscription/subscription.ts';

/** Returns an organisation on Team in the middle of a period, with nothing to pay; pass the differences. */
export const exampleSubscription = (different: Partial<Subscription> = {}): Subscription => ({
  plan_name: 'Team',
  workspace_status: 'ACTIVE',
  features: ['dashboard', 'user_management'],
  meters: [],
  period: { begin: '2026-11-10T09:00:00.000Z', end: '2026-12-10T09:00:00.000Z' },
  price_a_month: 4900,
  currency: 'EUR',
  tax_rate: 1900,
  cancel_at_period_end: false,
  next_plan_name: null,
  plan_to_order: null,
  provider: 'by-hand',
  is_charged_automatically: false,
  expiry: null,
  open_invoices: 0,
  overdue_invoices: 0,
  last_payment_invoice_id: null,
  ...different,
});
