import type { InvoiceStatus } from '@parlance/shared/contract/api/billing/invoices';
import type { OperatorInvoice } from '@parlance/shared/contract/api/payment/payment';
import { listOperatorInvoices, settleByHand, voidInvoice } from '@parlance/shared/contract/api/payment/payment';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { operatorOnly } from '../../platform/http/operator-key.ts';
import { routePublic } from '../../platform/http/route.ts';
import { actingAsSystem } from '../../platform/principal/acting.ts';
import { closeInvoice, settleInvoice } from '../billing/settle.ts';
import { termsOf } from '../billing/terms.ts';

/** The newest; an operator who looks for older ones knows their number. */
const listedAtMost = 200;

/**
 * Invoices for the operator of the installation, who has no account in it: `npm run operate -- invoices` speaks to
 * the running program, since a second process may not open the embedded database.
 */
export async function operatorRoutes(app: FastifyInstance): Promise<void> {
  const terms = termsOf(app.config);
  operatorOnly(app);

  routePublic(app, listOperatorInvoices, async ({ query }) => ({
    items: await app.db.asSystem((trx) => findInvoices(trx, query.status)),
  }));

  routePublic(app, settleByHand, ({ body: { number } }) =>
    actingAsSystem(() =>
      app.db.asSystem(async (trx) => {
        const { id } = await findOne(trx, number);
        const settlement = await settleInvoice(
          trx,
          id,
          { provider: 'by-hand', reference: '', paidAt: new Date() },
          terms,
        );
        if (settlement === 'not_owed' || settlement === 'unknown') throw new ApiError('conflict');
        return (await findOne(trx, number)).invoice;
      }),
    ),
  );

  routePublic(app, voidInvoice, ({ body: { number } }) =>
    actingAsSystem(() =>
      app.db.asSystem(async (trx) => {
        const { id, invoice } = await findOne(trx, number);
        // Said twice it is done once.
        if (invoice.status !== 'void' && !(await closeInvoice(trx, id, 'void', terms))) throw new ApiError('conflict');
        return (await findOne(trx, number)).invoice;
      }),
    ),
  );
}

const invoices = (trx: Trx) =>
  trx
    .selectFrom('invoices')
    .leftJoin('organizations', 'organizations.id', 'invoices.organization_id')
    .select([
      'invoices.id',
      'invoices.label',
      'invoices.status',
      'invoices.buyer',
      'invoices.currency',
      'invoices.total',
      'invoices.issued_at',
      'invoices.due_at',
      'organizations.name',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof invoices>['executeTakeFirstOrThrow']>>;

async function findInvoices(trx: Trx, status: InvoiceStatus | undefined): Promise<OperatorInvoice[]> {
  const query = invoices(trx).orderBy('invoices.number', 'desc').limit(listedAtMost);
  return (await (status === undefined ? query : query.where('invoices.status', '=', status)).execute()).map(viewOf);
}

async function findOne(trx: Trx, number: string): Promise<{ id: string; invoice: OperatorInvoice }> {
  const row = await invoices(trx).where('invoices.label', '=', number).executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return { id: row.id, invoice: viewOf(row) };
}

/** An organisation that is gone has the name that it was invoiced by. */
const viewOf = ({ label, name, buyer, status, currency, total, issued_at, due_at }: Row): OperatorInvoice => ({
  number: label,
  organization: name ?? buyer.name,
  status,
  currency,
  total,
  issued_at: issued_at.toISOString(),
  due_at: due_at.toISOString(),
});
