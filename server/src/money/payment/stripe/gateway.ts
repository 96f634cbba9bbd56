import Stripe from 'stripe';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { pageHours } from './page-hours.ts';
import type { Reversal } from './reversals.ts';
import type { StripeSettings } from './settings.ts';
import { type PaymentNews, toldBy, toldByIntent, toldBySession } from './told.ts';

/** Milliseconds until a request to their host is given up; a person waits for it. */
const timeoutMs = 15_000;
/** Seconds within which an event must arrive after it was signed: what somebody has recorded is not believed later. */
const toleranceSeconds = 300;

/** A page to pay on: where it is while it is open, else what is known of how it ended. */
export type Page = { readonly id: string; readonly url: string | null; readonly told: PaymentNews | null };
export type PaymentRequest = {
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly createdAt: Date;
};
/** What is asked of a page: whether what is paid with there may be charged later, while nobody is there. */
export type WantedPage = PaymentRequest & { readonly isForLater: boolean };
/**
 * A charge that nobody is at: what is known of how it ended; null while it has not been tried, or a bank has not said
 * yet.
 */
export type Charge = { readonly id: string; readonly told: PaymentNews | null };
export type SignedEvent = {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly told: PaymentNews | Reversal | null;
};

/**
 * All that is asked of Stripe: the one module that knows its library. What may be asked twice carries a key, so that it
 * is done once. Throws payment_unavailable where their host is down, or will not have us.
 */
export type StripeGateway = {
  createCustomer(organizationId: string): Promise<string>;
  openPage(wanted: WantedPage): Promise<Page>;
  findPage(id: string): Promise<Page>;
  /** Nobody can pay on it any more. Gives how it is: it may have been paid on before. */
  closePage(id: string): Promise<Page>;
  /**
   * A charge to what the customer has chosen to pay with, else to the newest that they have paid with. Nothing is taken
   * yet. Null where there is nothing of the kind.
   */
  prepareCharge(wanted: PaymentRequest): Promise<Charge | null>;
  /** Takes the money, once however often it is asked. */
  makeCharge(payment: string, id: string): Promise<Charge>;
  /** Nothing will be taken any more. Gives how it is: it may have been taken before. */
  cancelCharge(id: string): Promise<Charge>;
  refund(payment: string, reference: string): Promise<void>;
  openPortal(customer: string): Promise<string>;
  /** Null where they did not sign these bytes, or not now. */
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
 * Charges in two steps, so that what is known of one never depends on an answer that was lost: it is made without
 * taking anything, and then taken, which theirs can be only once.
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
      // The method may be another one when this is asked again: that is another charge of which nothing was taken.
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

/** The same each time it is asked for: under one key they take nothing else. */
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
    // What one has paid with once is offered the next time; to be charged while nobody is there, only who has agreed.
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
    // What we have asked wrongly is a defect of ours, and a refused card an answer; everything else is their host, the
    // network, or the key that the operator gave.
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
