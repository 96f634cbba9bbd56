import type Stripe from 'stripe';
import type { ReversalState } from '../tables.ts';

/** A refund of a payment, or a dispute through a bank. It names the payment only by its reference. */
export type Reversal = {
  readonly kind: 'refund' | 'dispute';
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: ReversalState;
  readonly at: Date;
};

/** Reads a reversal from an event; null for any other. */
export function reversalOf(event: Stripe.Event, at: Date): Reversal | null {
  switch (event.type) {
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundOf(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return disputeOf(event.data.object, at);
    default:
      return null;
  }
}

const idOf = (of: string | { readonly id: string } | null | undefined) =>
  typeof of === 'object' ? (of?.id ?? null) : (of ?? null);

function refundOf({ id, payment_intent: intent, amount, currency, status, created }: Stripe.Refund): Reversal | null {
  const reference = idOf(intent);
  if (reference === null) return null;
  const state = status === 'failed' || status === 'canceled' ? 'failed' : 'made';
  return {
    kind: 'refund',
    id,
    reference,
    amount,
    currency: currency.toUpperCase(),
    state,
    at: new Date(created * 1000),
  };
}

function disputeOf(
  { id, payment_intent: intent, amount, currency, status, created }: Stripe.Dispute,
  at: Date,
): Reversal | null {
  const reference = idOf(intent);
  if (reference === null) return null;
  const state =
    status === 'lost'
      ? 'lost'
      : status === 'won' || status === 'warning_closed' || status === 'prevented'
        ? 'won'
        : 'open';
  return {
    kind: 'dispute',
    id,
    reference,
    amount,
    currency: currency.toUpperCase(),
    state,
    at: state === 'open' ? new Date(created * 1000) : at,
  };
}
