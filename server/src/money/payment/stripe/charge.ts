import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/database.ts';
import { type Chargeable, lastAttempt, nextAttempt } from '../../billing/charge-days.ts';
import { periodCause } from '../../billing/periods.ts';
import { applyTold } from '../settle.ts';
import { type Asking, type PaymentRow, keepPage, wantedOf } from './provider.ts';

/** Invoices of one look; the others are there with the next. */
const atOnce = 100;

/**
 * Invoices that are to be charged now, those due longest first. Whether each still is, is asked again with it locked.
 */
export async function findDue(db: Database, now: Date): Promise<string[]> {
  const rows = await db.lookUp((lookup) =>
    lookup
      .selectFrom('invoices')
      .innerJoin('automatic_payments', 'automatic_payments.organization_id', 'invoices.organization_id')
      .innerJoin('organizations', 'organizations.id', 'invoices.organization_id')
      .where('workspace_status', '=', 'ACTIVE')
      .where('invoices.status', '=', 'open')
      .where('invoices.total', '>', 0)
      .where('due_at', '<=', now)
      .whereRef('due_at', '>', 'agreed_at')
      .where('cause', 'like', `${periodCause}%`)
      // Somebody is about to pay, the last attempt is over, or a bank wants somebody to confirm it.
      .where(
        sql<boolean>`not exists (select from payments where invoice_id = invoices.id and (state in ('asked', 'open') or attempt >= ${lastAttempt} or failure = 'unconfirmed'))`,
      )
      .orderBy('due_at')
      .orderBy('invoices.id')
      .select(['invoices.id', 'invoices.status', 'cause', 'due_at', 'agreed_at'])
      .select(sql<number | null>`(select max(attempt) from payments where invoice_id = invoices.id)`.as('attempt'))
      .execute(),
  );
  return rows
    .filter((row) => isDue(chargeableOf(row), now))
    .slice(0, atOnce)
    .map(({ id }) => id);
}

type Row = {
  status: string;
  cause: string;
  due_at: Date;
  agreed_at: Date | null;
  attempt: number | null;
  failure?: string | null;
};
const chargeableOf = ({
  status,
  cause,
  due_at: dueAt,
  agreed_at: agreedAt,
  attempt,
  failure = null,
}: Row): Chargeable => ({ status, cause, dueAt, agreedAt, attempt, failure });

function isDue(chargeable: Chargeable, now: Date): boolean {
  const next = nextAttempt(chargeable, now);
  return next !== null && next.at <= now;
}

/** Charges an invoice that is due, with the attempt of the day. Two who begin at once begin one. */
export async function beginCharge(asking: Asking, invoiceId: string, now: Date): Promise<void> {
  const payment = await asking.db.asSystem((trx) => takeCharge(trx, invoiceId, now));
  if (payment !== null) await chargeInvoice(asking, payment);
}

/**
 * The row of an attempt, kept before Stripe is asked. Null where nothing is to be charged, or somebody is about to pay.
 */
async function takeCharge(trx: Trx, invoiceId: string, now: Date): Promise<PaymentRow | null> {
  const invoice = await trx
    .selectFrom('invoices')
    .where('id', '=', invoiceId)
    .select(['organization_id', 'status', 'cause', 'due_at', 'total', 'currency'])
    .forUpdate()
    .executeTakeFirst();
  if (invoice === undefined || invoice.organization_id === null) return null;
  const agreed = await trx
    .selectFrom('automatic_payments')
    .where('organization_id', '=', invoice.organization_id)
    .select('agreed_at')
    .forShare()
    .executeTakeFirst();
  const last = await trx
    .selectFrom('payments')
    .where('invoice_id', '=', invoiceId)
    .where('attempt', 'is not', null)
    .orderBy('attempt', 'desc')
    .select(['attempt', 'failure'])
    .limit(1)
    .executeTakeFirst();
  const next = nextAttempt(
    chargeableOf({
      ...invoice,
      agreed_at: agreed?.agreed_at ?? null,
      attempt: last?.attempt ?? null,
      failure: last?.failure ?? null,
    }),
    now,
  );
  if (next === null || next.at > now) return null;
  const values = {
    organization_id: invoice.organization_id,
    invoice_id: invoiceId,
    amount: invoice.total,
    currency: invoice.currency,
    session: null,
    reference: null,
    created_at: now,
    looked_at: now,
    attempt: next.attempt,
  };
  return (
    (await trx
      .insertInto('payments')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()) ?? null
  );
}

/** Goes on with a charge from wherever it is, and keeps what is learnt. */
export async function chargeInvoice(asking: Asking, payment: PaymentRow): Promise<void> {
  const { db, gateway, terms } = asking;
  let id = payment.session;
  if (id === null) {
    const prepared = await gateway.prepareCharge(await wantedOf(asking, payment));
    if (prepared === null)
      return void (await db.asSystem((trx) =>
        applyTold(trx, { payment: payment.id, kind: 'refused', because: 'no_method' }, terms),
      ));
    await keepPage(asking, payment, prepared);
    id = await db
      .lookUp((lookup) =>
        lookup
          .selectFrom('payments')
          .where('id', '=', payment.id)
          .where('state', '=', 'open')
          .select('session')
          .executeTakeFirst(),
      )
      .then((kept) => kept?.session ?? null);
    // It is over by now: somebody else has gone on with it.
    if (id === null) return;
  }
  await keepPage(asking, payment, await gateway.makeCharge(payment.id, id));
}
