import * as z from '@parlance/shared/contract/schema';
import { emailAddress } from '../../values/email.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { amount, currency, taxRate } from '../../values/money.ts';
import { givenName } from '../../values/name.ts';
import { paymentProvider } from '../payment/payment-provider.ts';
import { planName } from '../plans/plans.ts';

/**
 * `open` is to be paid. `void` was taken back, `uncollectible` was given up; neither is owed. An invoice that is not
 * issued has no number and is none: see previewChange.
 */
export const invoiceStatus = z.enum(['open', 'paid', 'void', 'uncollectible']);
export type InvoiceStatus = z.infer<typeof invoiceStatus>;

const span = z.object({ begin: z.iso.datetime(), end: z.iso.datetime() });

/**
 * `month`: a whole period of a plan. `rest`: what is left of a running period, of a plan that it changes to. `credit`:
 * the same of the plan before; its amount is below nothing.
 */
export const invoiceLine = z.object({
  kind: z.enum(['month', 'rest', 'credit']),
  plan_name: planName,
  /** Without tax, for a whole period. */
  price_a_month: amount,
  /** What the line is for; null where the period begins with the payment. */
  span: z.nullable(span),
  /**
   * The period that `span` is a part of: `amount` is `price_a_month` × span ÷ period, rounded half to even. Null where
   * the span is the whole period.
   */
  period: z.nullable(span),
  amount,
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

export const invoiceSummary = z.object({
  id: z.uuid(),
  /** Of the installation, without a gap. */
  number: z.string(),
  status: invoiceStatus,
  issued_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  /** Of an open one: its day has passed. */
  is_overdue: z.boolean(),
  paid_at: z.nullable(z.iso.datetime()),
  currency,
  /** With tax. */
  total: amount,
  /** Of what was paid, what has gone back. The invoice stays paid. */
  refunded: amount,
});
export type InvoiceSummary = z.infer<typeof invoiceSummary>;

/** Characters of an address and of a VAT id. */
export const billingLengths = { address: 500, vatId: 30 } as const;

/**
 * Whom the organisation's invoices are made out to. Empty where it has not said; an invoice then has the organisation's
 * name.
 */
export const billingDetails = z.object({
  name: z.string(),
  /** Lines as on an envelope, with the country. */
  address: z.string(),
  vat_id: z.string(),
  /** Where invoices are mailed to beside the owners. */
  email: z.nullable(z.string()),
});
export type BillingDetails = z.infer<typeof billingDetails>;

export const seller = z.object({
  name: z.string(),
  address: z.string(),
  vat_id: z.string(),
  /** Where a transfer goes; empty where nothing is paid by transfer. */
  bank_account: z.string(),
});
export type Seller = z.infer<typeof seller>;

/** As issued: it does not change when the details, the prices or the operator change. */
export const invoice = z.object({
  ...invoiceSummary.shape,
  seller,
  buyer: billingDetails,
  lines: z.array(invoiceLine),
  /** The lines together, without tax. */
  subtotal: amount,
  tax_rate: taxRate,
  tax: amount,
  /** How it was paid; null where it was not. */
  payment: z.nullable(z.object({ provider: paymentProvider, reference: z.string() })),
  /** When it is charged by itself, or tried again; null where it is not. */
  charged_at: z.nullable(z.iso.datetime()),
  refunds: z.array(z.object({ amount, at: z.iso.datetime() })),
  /** Claimed back through a bank. */
  disputes: z.array(z.object({ amount, at: z.iso.datetime(), state: z.enum(['open', 'won', 'lost']) })),
});
export type Invoice = z.infer<typeof invoice>;

const reads = { role: 'admin', feature: 'subscription_manager', workspace: 'owner-when-expired' } as const;
const params = z.object({ invoice_id: z.uuid() });

/** The organisation's invoices, newest first. */
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

/** How an open invoice is paid: by transfer, or on a page of the provider's that comes back to /redirect. */
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

/** Holds from the next invoice on. */
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
