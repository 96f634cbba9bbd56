import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import { lastAttempt } from '../billing/charge-days.ts';
import { settleInvoice } from '../billing/settle.ts';
import type { Terms } from '../billing/terms.ts';
import { mailCharge } from './charge-mails.ts';
import { joinReversals, takeReversal } from './reversals.ts';
import type { SignedEvent } from './stripe/gateway.ts';
import type { PaymentNews } from './stripe/told.ts';
import type { ChargeFailure, Outcome } from './tables.ts';

/** Keeps an event and what it tells, once however often it comes. In a transaction across organisations. */
export async function takeEvent(trx: Trx, { id, type, at, told }: SignedEvent, terms: Terms): Promise<void> {
  // Whoever brings the same event at the same time waits here until the first one is kept, and then finds it.
  const isNew = await trx
    .insertInto('payment_events')
    .values({ id, type, told_at: at, outcome: 'nothing' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (isNew === undefined || told === null) return;
  const outcome = await ('id' in told ? takeReversal(trx, told) : applyTold(trx, told, terms));
  if (outcome !== 'nothing') await trx.updateTable('payment_events').set({ outcome }).where('id', '=', id).execute();
}

/**
 * What is told of a payment becomes its state, and that of its invoice. The same is told by several events and by
 * whoever asks: it is done with the first, and nothing with every other.
 */
export async function applyTold(trx: Trx, told: PaymentNews, terms: Terms): Promise<Outcome> {
  if (told.kind === 'ended') {
    const ended = await trx
      .updateTable('payments')
      .set({ state: 'ended' })
      .where('id', '=', told.payment)
      .where('state', 'in', ['asked', 'open'])
      .returning('id')
      .executeTakeFirst();
    return ended === undefined ? 'nothing' : 'ended';
  }
  if (told.kind === 'refused') return refuse(trx, told.payment, told.because);
  const { reference, amount, currency, at } = told;
  const payment = await trx
    .selectFrom('payments')
    .where('id', '=', told.payment)
    .select(['id', 'invoice_id', 'amount', 'currency', 'reference', 'attempt'])
    .executeTakeFirst();
  if (payment === undefined || payment.reference !== null) return 'nothing';
  // Another sum than was asked for settles nothing: it goes back.
  const isWhole = payment.amount === amount && payment.currency === currency;
  const settlement = isWhole
    ? await settleInvoice(trx, payment.invoice_id, { provider: 'stripe', reference, paidAt: at }, terms)
    : 'not_owed';
  const state = settlement === 'settled' ? 'paid' : 'surplus';
  // Who settled it in the meantime has written so: then it is paid already, and by this very payment.
  const kept = await trx
    .updateTable('payments')
    .set({ state, reference })
    .where('id', '=', payment.id)
    .where('reference', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined) return 'nothing';
  if (state === 'surplus') return 'surplus';
  if (payment.attempt !== null) await mailCharge(trx, payment.invoice_id, 'charge_made');
  // What went back may have been told before what it went back from.
  await joinReversals(trx, reference);
  return 'settled';
}

/**
 * A charge that came to nothing: it is said, with when it is tried again. A card that is refused on a page leaves the
 * page as it is.
 */
async function refuse(trx: Trx, paymentId: string, failure: ChargeFailure): Promise<Outcome> {
  const refused = await trx
    .updateTable('payments')
    .set({ state: 'ended', failure })
    .where('id', '=', paymentId)
    .where('state', 'in', ['asked', 'open'])
    .where('attempt', 'is not', null)
    .returning(['invoice_id', 'attempt'])
    .executeTakeFirst();
  if (refused === undefined) return 'nothing';
  const isLast = (refused.attempt ?? 0) >= lastAttempt;
  await mailCharge(
    trx,
    refused.invoice_id,
    failure === 'unconfirmed' ? 'charge_unconfirmed' : isLast ? 'charge_given_up' : 'charge_refused',
    refused.attempt,
  );
  return 'refused';
}

/** They try for three days to tell; whoever looks into a payment does so within a quarter. */
const eventsKeptDays = 90;

export const oldPaymentEvents: Due = { table: 'payment_events', by: 'received_at', keptFor: days(eventsKeptDays) };

/** Of payments that are not ours, or that settled nothing. */
export const oldReversals: Due = {
  table: 'reversals',
  by: 'told_at',
  keptFor: days(eventsKeptDays),
  where: sql<boolean>`invoice_id is null`,
};
