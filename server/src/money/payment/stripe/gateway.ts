import Stripe from 'stripe';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { routeTo } from '../../../platform/outgoing/agents.ts';
import { pageHours } from './page-hours.ts';
import type { Reversal } from './reversals.ts';
import type { StripeSettings } from './settings.ts';
import { type PaymentNews, toldBy, toldByIntent, toldBySession } from './told.ts';

/** The timeout of a request to their host: a person waits for it. */
const timeoutMs = 15_000;
/** The seconds within which a signed event must arrive, so that a recorded one is not accepted later. */
const toleranceSeconds = 300;

/** A page to pay on: its URL while it is open, afterwards how it ended. */
export type Page = { readonly id: string; readonly url: string | null; readonly told: PaymentNews | null };
export type PaymentRequest = {
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly createdAt: Date;
};
/** A request for a page: whether the payment method may be charged later, off session. */
export type WantedPage = PaymentRequest & { readonly isForLater: boolean };
/** An off-session charge and its known outcome; null while it has not been tried, or a bank has not decided yet. */
export type Charge = { readonly id: string; readonly told: PaymentNews | null };
export type SignedEvent = {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly told: PaymentNews | Reversal | null;
};

/**
 * All calls to Stripe: the only module that knows its library. Repeatable requests carry an idempotency key. Throws
 * payment_unavailable if their host is down or rejects us.
 */
export type StripeGateway = {
  createCustomer(organizationId: string): Promise<string>;
  openPage(wanted: WantedPage): Promise<Page>;
  findPage(id: string): Promise<Page>;
  /** Closes the page for payments. Returns its state: it may have been paid before. */
  closePage(id: string): Promise<Page>;
  /**
   * Prepares a charge to the customer's chosen payment method, or the newest used. Nothing is taken yet. Null if there
   * is none.
   */
  prepareCharge(wanted: PaymentRequest): Promise<Charge | null>;
  /** Takes the money, once however often it is called. */
  makeCharge(payment: string, id: string): Promise<Charge>;
  /** Cancels the charge. Returns its state: it may have been taken before. */
  cancelCharge(id: string): Promise<Charge>;
  refund(payment: string, reference: string): Promise<void>;
  openPortal(customer: string): Promise<string>;
  /** Verifies an event; null if they did not sign these bytes, or not now. */
  readEvent(body: Buffer, signature: string): SignedEvent | null;
};

export function createGateway(settings: StripeSettings): StripeGateway {
  const { url, secretKey, webhookSecret, returnTo, returnFromPaying } = settings;
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  const stripe = new Stripe(secretKey, {
    host: url.hostname,
    protocol,
    port: url.port === '' ? (protocol === 'http' ? 80 : 443) : Number(url.port),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Stripe.createNodeHttpClient(routeTo(url).agent),
  });
  const expand = ['payment_intent.latest_charge'];
  const findPage = async (id: string) => pageOf(await asked(stripe.checkout.sessions.retrieve(id, { expand })));
  return {
    async createCustomer(organizationId) {
      const { id } = await asked(
        stripe.customers.create(
          { metadata: { organization_id: organizationId } },
          { idempotencyKey: `customer-${organizationId}` },
        ),
      );
      return id;
    },
    async openPage(wanted) {
      return pageOf(
        await asked(
          stripe.checkout.sessions.create(paramsOf(wanted, returnFromPaying), { idempotencyKey: `page-${wanted.id}` }),
        ),
      );
    },
    findPage,
    async closePage(id) {
      const page = await findPage(id);
      if (page.url === null) return page;
      await asked(stripe.checkout.sessions.expire(id));
      return findPage(id);
    },
    ...charging(stripe, returnTo),
    async refund(payment, reference) {
      await asked(stripe.refunds.create({ payment_intent: reference }, { idempotencyKey: `refund-${payment}` }));
    },
    async openPortal(customer) {
      const { url: address } = await asked(stripe.billingPortal.sessions.create({ customer, return_url: returnTo }));
      return address;
    },
    readEvent(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
        return { id: event.id, type: event.type, at: new Date(event.created * 1000), told: toldBy(event) };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return null;
        throw error;
      }
    },
  };
}

type Charging = Pick<StripeGateway, 'prepareCharge' | 'makeCharge' | 'cancelCharge'>;

/**
 * Charges in two steps, so that the knowledge of a charge never depends on a lost response: it is created without
 * taking anything, and then confirmed, which is possible only once.
 */
function charging(stripe: Stripe, returnTo: string): Charging {
  const intents = stripe.paymentIntents;
  const find = (id: string) => asked(intents.retrieve(id, { expand: ['latest_charge'] }));
  const methodOf = async (customer: string): Promise<string | null> => {
    const found = await asked(stripe.customers.retrieve(customer));
    const chosen = found.deleted === true ? null : (found.invoice_settings.default_payment_method ?? null);
    if (chosen !== null) return typeof chosen === 'string' ? chosen : chosen.id;
    const {
      data: [newest],
    } = await asked(stripe.customers.listPaymentMethods(customer, { limit: 1 }));
    return newest?.id ?? null;
  };
  return {
    async prepareCharge({ id, number, amount, currency, customer }) {
      const method = await methodOf(customer);
      if (method === null) return null;
      // The payment method may have changed by a repeated call: that makes another charge, of which nothing was taken.
      const intent = await asked(
        intents.create(
          {
            customer,
            amount,
            currency: currency.toLowerCase(),
            payment_method: method,
            description: number,
            metadata: { payment: id },
          },
          { idempotencyKey: `charge-${id}-${method}` },
        ),
      );
      return chargeOf(intent);
    },
    async makeCharge(payment, id) {
      const intent = await find(id);
      if (intent.status !== 'requires_confirmation') return chargeOf(intent);
      try {
        await asked(
          intents.confirm(id, { off_session: true, return_url: returnTo }, { idempotencyKey: `take-${payment}` }),
        );
      } catch (error) {
        // A refusal is an answer: what it says is read as everything else is.
        if (!isRefusal(error)) throw error;
      }
      return chargeOf(await find(id));
    },
    async cancelCharge(id) {
      const intent = await find(id);
      if (!intent.status.startsWith('requires_')) return chargeOf(intent);
      return chargeOf(await asked(intents.cancel(id)));
    },
  };
}

const chargeOf = (intent: Stripe.PaymentIntent): Charge => ({ id: intent.id, told: toldByIntent(intent, new Date()) });
const isRefusal = (error: unknown) => error instanceof Stripe.errors.StripeCardError;

/** Returns the same parameters for each call: under one idempotency key Stripe accepts no others. */
function paramsOf(
  { id, number, amount, currency, customer, createdAt, isForLater }: WantedPage,
  returnTo: string,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    customer,
    client_reference_id: id,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: number } },
      },
    ],
    metadata: { payment: id },
    // A payment method used once is offered the next time; it is charged off session only upon agreement.
    payment_intent_data: { metadata: { payment: id }, setup_future_usage: isForLater ? 'off_session' : 'on_session' },
    success_url: returnTo,
    cancel_url: returnTo,
    expires_at: Math.floor(createdAt.getTime() / 1000) + pageHours * 3600,
  };
}

const pageOf = (session: Stripe.Checkout.Session): Page => ({
  id: session.id,
  url: session.status === 'open' ? session.url : null,
  told: toldBySession(session, new Date()),
});

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    // A malformed request is a defect of ours, and a declined card a result; everything else is their host, the
    // network, or the operator's key.
    const isAnswer = error instanceof Stripe.errors.StripeCardError;
    const isOurs =
      isAnswer ||
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError;
    throw error instanceof Stripe.errors.StripeError && !isOurs
      ? new ApiError('payment_unavailable', { cause: error })
      : error;
  }
}
