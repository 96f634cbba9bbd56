import type { Generated } from 'kysely';

export type PaymentState = 'asked' | 'open' | 'ended' | 'paid' | 'surplus' | 'refunded';
/** The outcome of an event: `nothing` if it is about no payment of ours, or carries nothing new. */
export type Outcome = 'settled' | 'surplus' | 'ended' | 'refused' | 'reversed' | 'nothing';
/** The reason of a failed charge. `unconfirmed`: the bank wants somebody to confirm it. */
export type ChargeFailure = 'declined' | 'unconfirmed' | 'no_method';
export type ReversalState = 'made' | 'failed' | 'open' | 'won' | 'lost';

export type PaymentTables = {
  payments: {
    id: Generated<string>;
    organization_id: string | null;
    invoice_id: string;
    state: Generated<PaymentState>;
    amount: number;
    /** ISO 4217. */
    currency: string;
    session: string | null;
    reference: string | null;
    created_at: Date;
    looked_at: Date;
    /** The attempt number of an off-session charge; null for a page. */
    attempt: Generated<number | null>;
    failure: Generated<ChargeFailure | null>;
    /** True if the payment method may be charged later. */
    is_for_later: Generated<boolean>;
  };
  automatic_payments: { organization_id: string; agreed_at: Date; agreed_by: string | null };
  reversals: {
    id: string;
    kind: 'refund' | 'dispute';
    reference: string;
    /** The invoice; null as long as the payment is unknown. */
    invoice_id: string | null;
    organization_id: string | null;
    amount: number;
    currency: string;
    state: ReversalState;
    told_at: Date;
  };
  payment_customers: { organization_id: string; customer: string };
  payment_events: { id: string; type: string; told_at: Date; received_at: Generated<Date>; outcome: Outcome };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends PaymentTables {}
}
