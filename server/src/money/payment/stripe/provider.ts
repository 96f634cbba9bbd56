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
 * The age up to which a page request without a response is repeated with the same key: the page would still be open for
 * a while.
 */
const askedAgainMs = (pageHours - 2) * 3600_000;
export const isTooOld = ({ state, created_at: createdAt }: PaymentRow, now: Date) =>
  state === 'asked' && now.getTime() - createdAt.getTime() > askedAgainMs;

/** Creates the provider that collects invoices on Stripe's pages. */
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

/**
 * Returns the way to a page; null if it has expired. Throws conflict if it has been paid, or a bank has not decided
 * yet.
 */
function wayOf({ url, told }: Page): PaymentWay | null {
  if (url !== null) return { kind: 'redirect', url };
  if (told?.kind === 'ended') return null;
  throw new ApiError('conflict');
}

/**
 * Returns the payment under way for an invoice, or a new one. It is stored before Stripe is called, whose response may
 * be lost.
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

/** Returns the state of a payment's page; opens the page if it is not known to exist. Stores what it learns. */
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

/** Builds the payment request for Stripe. */
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

/** Returns Stripe's customer of the organisation, creating it once; concurrent calls use one idempotency key. */
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
