import type { PaymentWay } from '@parlance/shared/contract/api/billing/invoices';
import type { Selectable } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import type { Database, Trx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { type Terms, termsOf } from '../../billing/terms.ts';
import type { PaymentProvider } from '../provider.ts';
import { applyTold } from '../settle.ts';
import type { PaymentTables } from '../tables.ts';
import type { Page, StripeGateway, PaymentRequest } from './gateway.ts';
import { pageHours } from './page-hours.ts';

export type PaymentRow = Selectable<PaymentTables['payments']>;

/**
 * Pages asked for without an answer are asked for again under the same key, as long as they could still be open for a
 * while.
 */
const askedAgainMs = (pageHours - 2) * 3600_000;
export const isTooOld = ({ state, created_at: createdAt }: PaymentRow, now: Date) =>
  state === 'asked' && now.getTime() - createdAt.getTime() > askedAgainMs;

/** Invoices paid on pages of Stripe’s. */
export function stripeProvider(
  { config, db }: { config: Config; db: Database },
  gateway: StripeGateway,
): PaymentProvider {
  const terms = termsOf(config);
  return {
    async collect(organizationId, invoiceId) {
      // A page that is over makes room for another; one that was paid on leaves nothing owed.
      for (;;) {
        const payment = await db.asSystem((trx) => takePayment(trx, organizationId, invoiceId, new Date()));
        const way = wayOf(await askForPage({ db, gateway, terms }, payment));
        if (way !== null) return way;
      }
    },
    async openPortal(organizationId) {
      return gateway.openPortal(await customerOf({ db, gateway }, organizationId));
    },
  };
}

/** Null where its time is over. Throws conflict where it has been paid, or a bank has not said yet whether it pays. */
function wayOf({ url, told }: Page): PaymentWay | null {
  if (url !== null) return { kind: 'redirect', url };
  if (told?.kind === 'ended') return null;
  throw new ApiError('conflict');
}

/**
 * The payment that is under way for an invoice, or a new one. It is kept before Stripe is asked: what it answers can be
 * lost.
 */
async function takePayment(trx: Trx, organizationId: string, invoiceId: string, now: Date): Promise<PaymentRow> {
  const invoice = await trx
    .selectFrom('invoices')
    .where('id', '=', invoiceId)
    .where('organization_id', '=', organizationId)
    .select(['status', 'total', 'currency'])
    .forUpdate()
    .executeTakeFirst();
  if (invoice === undefined) throw new ApiError('not_found');
  if (invoice.status !== 'open' || invoice.total <= 0) throw new ApiError('conflict');
  const before = await trx
    .selectFrom('payments')
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', ['asked', 'open'])
    .selectAll()
    .executeTakeFirst();
  // A charge is under way: a second one would be one too many.
  if (before !== undefined && before.attempt !== null) throw new ApiError('conflict');
  if (before !== undefined && !isTooOld(before, now)) return before;
  if (before !== undefined)
    await trx.updateTable('payments').set({ state: 'ended' }).where('id', '=', before.id).execute();
  const agreed = await trx
    .selectFrom('automatic_payments')
    .where('organization_id', '=', organizationId)
    .select('agreed_at')
    .executeTakeFirst();
  return trx
    .insertInto('payments')
    .values({
      organization_id: organizationId,
      invoice_id: invoiceId,
      amount: invoice.total,
      currency: invoice.currency,
      session: null,
      reference: null,
      created_at: now,
      looked_at: now,
      is_for_later: agreed !== undefined,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type Asking = { db: Database; gateway: StripeGateway; terms: Terms };

/** How the page of a payment is; opens it where it is not known to be there. What is learnt is kept. */
export async function askForPage({ db, gateway, terms }: Asking, payment: PaymentRow): Promise<Page> {
  const page =
    payment.session === null ? await openPage({ db, gateway }, payment) : await gateway.findPage(payment.session);
  await keepPage({ db, terms }, payment, page);
  return page;
}

export async function keepPage(
  { db, terms }: Pick<Asking, 'db' | 'terms'>,
  { id }: PaymentRow,
  { id: session, told }: Pick<Page, 'id' | 'told'>,
): Promise<void> {
  await db.asSystem(async (trx) => {
    // A charge and a page alike: what Stripe calls it is known from now on.
    await trx
      .updateTable('payments')
      .set({ session, state: 'open' })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .execute();
    if (told !== null) await applyTold(trx, told, terms);
  });
}

async function openPage(asking: Pick<Asking, 'db' | 'gateway'>, payment: PaymentRow): Promise<Page> {
  return asking.gateway.openPage({ ...(await wantedOf(asking, payment)), isForLater: payment.is_for_later });
}

/** What is to be paid, as Stripe is told. */
export async function wantedOf(
  { db, gateway }: Pick<Asking, 'db' | 'gateway'>,
  { id, organization_id: organizationId, invoice_id: invoiceId, amount, currency, created_at: createdAt }: PaymentRow,
): Promise<PaymentRequest> {
  if (organizationId === null) throw new ApiError('not_found');
  const { label: number } = await db.lookUp((lookup) =>
    lookup.selectFrom('invoices').where('id', '=', invoiceId).select('label').executeTakeFirstOrThrow(),
  );
  return { id, number, amount, currency, createdAt, customer: await customerOf({ db, gateway }, organizationId) };
}

/** By which Stripe knows the organisation: made once, also by two who ask at once, since they ask under one key. */
async function customerOf({ db, gateway }: Pick<Asking, 'db' | 'gateway'>, organizationId: string): Promise<string> {
  const known = await db.lookUp((lookup) =>
    lookup
      .selectFrom('payment_customers')
      .where('organization_id', '=', organizationId)
      .select('customer')
      .executeTakeFirst(),
  );
  if (known !== undefined) return known.customer;
  const customer = await gateway.createCustomer(organizationId);
  await db.asSystem((trx) =>
    trx
      .insertInto('payment_customers')
      .values({ organization_id: organizationId, customer })
      .onConflict((conflict) => conflict.column('organization_id').doNothing())
      .execute(),
  );
  return customer;
}
