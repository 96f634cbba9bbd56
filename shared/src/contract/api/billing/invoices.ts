import * as z from '@parlance/shared/contract/schema';
import { emailAddress } from '../../values/email.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { amount, currency, taxRate } from '../../values/money.ts';
import { givenName } from '../../values/name.ts';
import { paymentProvider } from '../payment/payment-provider.ts';
import { planName } from '../plans/plans.ts';

/**
 * The status of an invoice. `open` is to be paid. `void` was taken back, `uncollectible` was given up; neither is owed.
 * An invoice that is not issued has no number and is none: see previewChange.
 */
export const invoiceStatus = z.enum(['open', 'paid', 'void', 'uncollectible']);
export type InvoiceStatus = z.infer<typeof invoiceStatus>;

const span = z.object({ begin: z.iso.datetime(), end: z.iso.datetime() });

/**
 * A line of an invoice. `month`: a whole period of a plan. `rest`: the remainder of a running period, of the plan it
 * changes to. `credit`: the same for the previous plan; its amount is negative.
 */
export const invoiceLine = z.object({
  kind: z.enum(['month', 'rest', 'credit']),
  plan_name: planName,
  /** The price of a whole period, without tax. */
  price_a_month: amount,
  /** The time the line is for; null if the period begins with the payment. */
  span: z.nullable(span),
  /**
   * The period that `span` is a part of: `amount` is `price_a_month` × span ÷ period, rounded half to even. Null if the
   * span is the whole period.
   */
  period: z.nullable(span),
  amount,
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

export const invoiceSummary = z.object({
  id: z.uuid(),
  /** The invoice number: consecutive over the installation, without a gap. */
  number: z.string(),
  status: invoiceStatus,
  issued_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  /** True for an open invoice past its due date. */
  is_overdue: z.boolean(),
  paid_at: z.nullable(z.iso.datetime()),
  currency,
  /** The total including tax. */
  total: amount,
  /** The refunded part of what was paid. The invoice stays paid. */
  refunded: amount,
});
export type InvoiceSummary = z.infer<typeof invoiceSummary>;

/** The most characters of an address and of a VAT id. */
export const billingLengths = { address: 500, vatId: 30 } as const;

/**
 * The addressee of the organisation's invoices. Empty if it has given none; an invoice then has the organisation's
 * name.
 */
export const billingDetails = z.object({
  name: z.string(),
  /** Address lines as on an envelope, with the country. */
  address: z.string(),
  vat_id: z.string(),
  /** The address that invoices are mailed to beside the owners. */
  email: z.nullable(z.string()),
});
export type BillingDetails = z.infer<typeof billingDetails>;

export const seller = z.object({
  name: z.string(),
  address: z.string(),
  vat_id: z.string(),
  /** The account a transfer goes to; empty if nothing is paid by transfer. */
  bank_account: z.string(),
});
export type Seller = z.infer<typeof seller>;

/** An invoice as issued: it does not change when the details, the prices or the operator change. */
export const invoice = z.object({
  ...invoiceSummary.shape,
  seller,
  buyer: billingDetails,
  lines: z.array(invoiceLine),
  /** The sum of the lines, without tax. */
  subtotal: amount,
  tax_rate: taxRate,
  tax: amount,
  /** The payment; null if it was not paid. */
  payment: z.nullable(z.object({ provider: paymentProvider, reference: z.string() })),
  /** The time of the automatic charge or its retry; null if there is none. */
  charged_at: z.nullable(z.iso.datetime()),
  refunds: z.array(z.object({ amount, at: z.iso.datetime() })),
  /** Disputes: amounts claimed back through a bank. */
  disputes: z.array(z.object({ amount, at: z.iso.datetime(), state: z.enum(['open', 'won', 'lost']) })),
});
export type Invoice = z.infer<typeof invoice>;

const reads = { role: 'admin', feature: 'subscription_manager', workspace: 'owner-when-expired' } as const;
const params = z.object({ invoice_id: z.uuid() });

/** Lists the organisation's invoices, newest first. */
export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices/v1/invoices',
  requires: reads,
  summary: 'The organisation’s invoices.',
  query: z.object({ ...pageQuery.shape, status: z.optional(invoiceStatus) }),
  response: pageOf(invoiceSummary),
});

export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoices/v1/invoices/:invoice_id',
  requires: reads,
  summary: 'An invoice of the organisation.',
  params,
  response: invoice,
});

/** The way to pay an open invoice: by transfer, or on a page of the provider's that comes back to /redirect. */
export const paymentWay = z.union([
  z.object({ kind: z.literal('by-hand') }),
  z.object({ kind: z.literal('redirect'), url: z.string() }),
]);
export type PaymentWay = z.infer<typeof paymentWay>;

export const getBillingDetails = endpoint({
  method: 'GET',
  path: '/invoices/v1/billing-details',
  requires: reads,
  summary: 'Whom invoices are made out to.',
  response: billingDetails,
});

/** Saves the details, which hold from the next invoice on. */
export const saveBillingDetails = endpoint({
  method: 'PUT',
  path: '/invoices/v1/billing-details',
  requires: reads,
  summary: 'Sets whom invoices are made out to.',
  body: z.strictObject({
    name: givenName,
    address: z.string().check(z.trim(), z.minLength(1), z.maxLength(billingLengths.address)),
    vat_id: z.string().check(z.trim(), z.maxLength(billingLengths.vatId)),
    email: z.nullable(emailAddress),
  }),
  response: billingDetails,
});
