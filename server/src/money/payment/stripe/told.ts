import type Stripe from 'stripe';
import type { ChargeFailure } from '../tables.ts';
import { type Reversal, reversalOf } from './reversals.ts';

/**
 * What Stripe has told of a payment of ours. It is paid or it is over; nothing that comes later takes back that it was
 * paid, so that it is the same in whichever order it comes.
 */
export type PaymentNews = { readonly payment: string } & (
  | {
      readonly kind: 'paid';
      readonly reference: string;
      readonly amount: number;
      readonly currency: string;
      readonly at: Date;
    }
  | { readonly kind: 'ended' }
  // Of a charge. A card that is refused on a page leaves the page as it is.
  | { readonly kind: 'refused'; readonly because: ChargeFailure }
);

/** Null where an event is about nothing of ours, or tells nothing that counts. */
export function toldBy(event: Stripe.Event): PaymentNews | Reversal | null {
  const at = new Date(event.created * 1000);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return toldBySession(event.data.object, at);
    case 'checkout.session.async_payment_failed':
      return endedOf(event.data.object.metadata);
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return toldByIntent(event.data.object, at);
    default:
      return reversalOf(event, at);
  }
}

/** Null while it has not been tried, or while a bank has not said yet whether it pays. */
export function toldByIntent(intent: Stripe.PaymentIntent, at: Date): PaymentNews | null {
  const { id, metadata, status, amount_received: amount, currency, last_payment_error: failure } = intent;
  if (status === 'succeeded') return paidOf(metadata, { reference: id, amount, currency, at: chargedAt(intent) ?? at });
  if (status === 'canceled') return endedOf(metadata);
  const payment = paymentOf(metadata);
  if (payment === null || (status !== 'requires_payment_method' && status !== 'requires_action')) return null;
  const isUnconfirmed = status === 'requires_action' || failure?.code === 'authentication_required';
  return { payment, kind: 'refused', because: isUnconfirmed ? 'unconfirmed' : 'declined' };
}

/** Null while it is open, or while a bank has not said yet whether it pays. */
export function toldBySession(session: Stripe.Checkout.Session, at: Date): PaymentNews | null {
  const { metadata, status, payment_status: paid, payment_intent: intent, amount_total: amount, currency } = session;
  if (status === 'expired') return endedOf(metadata);
  if (status !== 'complete' || paid !== 'paid' || intent === null || amount === null || currency === null) return null;
  return paidOf(metadata, {
    reference: typeof intent === 'string' ? intent : intent.id,
    amount,
    currency,
    at: chargedAt(intent) ?? at,
  });
}

function chargedAt(intent: string | Stripe.PaymentIntent): Date | null {
  const charge = typeof intent === 'string' ? null : (intent.latest_charge ?? null);
  return charge === null || typeof charge === 'string' ? null : new Date(charge.created * 1000);
}

/** As we made them. Another program may use the same account, and marks its own as it likes. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const paymentOf = (metadata: Stripe.Metadata | null) =>
  uuid.test(metadata?.['payment'] ?? '') ? (metadata?.['payment'] ?? null) : null;

function endedOf(metadata: Stripe.Metadata | null): PaymentNews | null {
  const payment = paymentOf(metadata);
  return payment === null ? null : { payment, kind: 'ended' };
}

function paidOf(
  metadata: Stripe.Metadata | null,
  paid: { reference: string; amount: number; currency: string; at: Date },
): PaymentNews | null {
  const payment = paymentOf(metadata);
  return payment === null ? null : { payment, kind: 'paid', ...paid, currency: paid.currency.toUpperCase() };
}
