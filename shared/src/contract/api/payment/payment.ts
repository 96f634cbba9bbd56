import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { amount, currency } from '../../values/money.ts';
import { invoiceStatus } from '../billing/invoices.ts';

/**
 * Opens the provider's page on which the owner changes cards and addresses. Answers 404 if invoices are paid by hand,
 * and 502 payment_unavailable.
 */
export const openPaymentPortal = endpoint({
  service: 'payment',
  method: 'POST',
  path: '/payment/v1/portal-sessions',
  requires: { role: 'owner', feature: 'subscription_manager', workspace: 'owner-when-expired' },
  summary: 'A page of the provider’s for what one pays with.',
  response: z.object({ url: z.string() }),
});

/**
 * Agrees that invoices of new periods which fall due from now on are charged to the payment method used before, or
 * withdraws it: pending charges are dropped. Answers 404 if invoices are paid by hand.
 */
export const setAutomaticPayment = endpoint({
  service: 'payment',
  method: 'PUT',
  path: '/payment/v1/automatic-payment',
  requires: { role: 'owner', feature: 'subscription_manager', workspace: 'owner-when-expired' },
  summary: 'Agrees to be charged for new periods, or no longer.',
  body: z.strictObject({ is_agreed: z.boolean() }),
  response: z.object({ is_agreed: z.boolean() }),
});

/**
 * Receives an event of Stripe, signed over the very bytes of the body by its header Stripe-Signature: nobody else is
 * trusted. Answers 400 if the signature is wrong or older than five minutes, and 404 if invoices are paid by hand.
 */
export const receiveStripeEvent = endpoint({
  service: 'payment',
  method: 'POST',
  path: '/payment/v1/stripe/events',
  requires: 'public',
  summary: 'Takes an event of Stripe.',
  response: z.object({}),
});

/** An invoice as the operator of the installation sees it. */
export const operatorInvoice = z.object({
  number: z.string(),
  organization: z.string(),
  status: invoiceStatus,
  currency,
  total: amount,
  issued_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
});
export type OperatorInvoice = z.infer<typeof operatorInvoice>;

const oneInvoice = z.strictObject({ number: z.string().check(z.minLength(1), z.maxLength(60)) });

// These endpoints are for the operator's command line alone: no session, but the key of the installation, from the same
// machine.
export const listOperatorInvoices = endpoint({
  service: 'payment',
  method: 'GET',
  path: '/payment/v1/operator/invoices',
  requires: 'public',
  summary: 'The newest invoices of the installation, for who has the operator’s key.',
  query: z.object({ status: z.optional(invoiceStatus) }),
  response: z.object({ items: z.array(operatorInvoice) }),
});

/**
 * Marks an invoice. Answers 404 for an unknown number, and 409 conflict if nothing is owed. A paid invoice is returned
 * unchanged.
 */
export const settleByHand = endpoint({
  service: 'payment',
  method: 'PUT',
  path: '/payment/v1/operator/payments',
  requires: 'public',
  summary: 'Marks an invoice paid, for who has the operator’s key.',
  body: oneInvoice,
  response: operatorInvoice,
});

export const voidInvoice = endpoint({
  service: 'payment',
  method: 'PUT',
  path: '/payment/v1/operator/cancellations',
  requires: 'public',
  summary: 'Takes an open invoice back, for who has the operator’s key.',
  body: oneInvoice,
  response: operatorInvoice,
});
