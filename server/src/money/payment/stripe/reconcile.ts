import { sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { actingAsSystem } from '../../../platform/principal/acting.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { termsOf } from '../../billing/terms.ts';
import { beginCharge, chargeInvoice, findDue } from './charge.ts';
import type { StripeGateway } from './gateway.ts';
import { type Asking, type PaymentRow, askForPage, isTooOld, keepPage } from './provider.ts';
import { loadStripe } from './settings.ts';

const everyMs = 60_000;
/**
 * A payment is asked about after a minute, and then after ever longer pauses: about a quarter of the time that it has
 * waited.
 */
const soonestMs = 60_000;
const partOfAge = 4;
/** Payments of one look; the others are there with the next. */
const atOnce = 100;

type Dependencies = { db: Database; config: Config; log: Log };

/**
 * Asks Stripe about all that is under way: what an event would have said that never came, and what has to go back. Then
 * charges what is due.
 */
export async function reconcilePayments(
  { db, config, log }: Dependencies,
  gateway: StripeGateway,
  now: Date = new Date(),
): Promise<void> {
  const asking: Asking = { db, gateway, terms: termsOf(config) };
  const looks = [
    ...(await findWaiting(db, now)).map((payment) => ({
      of: { payment: payment.id },
      look: () => lookAt(asking, payment, now),
    })),
    ...(await findDue(db, now)).map((invoice) => ({ of: { invoice }, look: () => beginCharge(asking, invoice, now) })),
  ];
  for (const { of, look } of looks) {
    try {
      await actingAsSystem(look);
    } catch (error) {
      // Their host is down: the others would wait for it as well.
      if (error instanceof ApiError && error.apiCode === 'payment_unavailable')
        return log.warn(
          { err: error },
          'the payment provider cannot be reached: what is open is asked about with the next look',
        );
      log.error({ err: error, ...of }, 'a payment waits for the next look');
    }
  }
}

/** `is_wanted`: it is owed, and of a charge, who is charged still agrees. */
type Waiting = PaymentRow & { is_wanted: boolean };

/**
 * Those whose pause is over, the longest waiting first. A page for what is not owed any more waits no longer than the
 * shortest.
 */
async function findWaiting(db: Database, now: Date): Promise<Waiting[]> {
  const soonest = new Date(now.getTime() - soonestMs);
  const rows = await db.lookUp((lookup) =>
    lookup
      .selectFrom('payments')
      .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
      .where('state', 'in', ['asked', 'open', 'surplus'])
      .where('looked_at', '<=', soonest)
      .where(({ or, eb }) =>
        or([
          eb('state', '=', 'surplus'),
          eb('invoices.status', '!=', 'open'),
          sql<boolean>`looked_at <= ${now}::timestamptz - (${now}::timestamptz - created_at) / ${sql.lit(partOfAge)}`,
        ]),
      )
      .orderBy('looked_at')
      .limit(atOnce)
      .leftJoin('automatic_payments', 'automatic_payments.organization_id', 'payments.organization_id')
      .selectAll('payments')
      .select(['invoices.status', 'agreed_at'])
      .execute(),
  );
  return rows.map(({ status, agreed_at: agreedAt, ...row }) => ({
    ...row,
    is_wanted: status === 'open' && (row.attempt === null || agreedAt !== null),
  }));
}

async function lookAt(asking: Asking, payment: Waiting, now: Date): Promise<void> {
  const { db, gateway } = asking;
  await db.asSystem((trx) =>
    trx.updateTable('payments').set({ looked_at: now }).where('id', '=', payment.id).execute(),
  );
  if (payment.state === 'surplus') return giveBack(asking, payment);
  // Nobody will pay on a page that was never seen.
  if (isTooOld(payment, now) || (payment.session === null && !payment.is_wanted)) return end(db, payment);
  const isCharge = payment.attempt !== null;
  if (payment.session !== null && !payment.is_wanted)
    return keepPage(
      asking,
      payment,
      await (isCharge ? gateway.cancelCharge(payment.session) : gateway.closePage(payment.session)),
    );
  await (isCharge ? chargeInvoice(asking, payment) : askForPage(asking, payment));
}

async function giveBack({ db, gateway }: Asking, { id, reference }: PaymentRow): Promise<void> {
  if (reference === null) return;
  await gateway.refund(id, reference);
  await db.asSystem((trx) => trx.updateTable('payments').set({ state: 'refunded' }).where('id', '=', id).execute());
}

async function end(db: Database, { id }: PaymentRow): Promise<void> {
  await db.asSystem((trx) =>
    trx.updateTable('payments').set({ state: 'ended' }).where('id', '=', id).where('state', '=', 'asked').execute(),
  );
}

/** Looks every minute, and never twice at a time. Does nothing where invoices are paid by hand. */
export async function startReconciliation(deps: Dependencies, every = everyMs): Promise<{ close(): Promise<void> }> {
  const gateway = await loadStripe(deps.config);
  if (gateway === null) return { close: async () => {} };
  let underWay: Promise<void> | null = null;
  const look = () => {
    underWay ??= reconcilePayments(deps, gateway)
      .catch((error: unknown) => deps.log.error({ err: error }, 'payments wait for the next look'))
      .finally(() => (underWay = null));
  };
  look();
  const timer = setInterval(look, every).unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
