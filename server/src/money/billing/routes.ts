import {
  getBillingDetails,
  getInvoice,
  listInvoices,
  saveBillingDetails,
} from '@parlance/shared/contract/api/billing/invoices';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { findInvoice, findInvoices } from './invoices.ts';
import { findBuyer } from './issue.ts';
import { ownerRoutes } from './owners.ts';

const position = z.tuple([z.int32()]);

/** Invoices of an organisation, and whom they are made out to. */
export async function invoiceRoutes(app: FastifyInstance): Promise<void> {
  ownerRoutes(app);

  route(app, listInvoices, ({ caller, query: { cursor, limit, status } }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const after = readCursor(cursor, position)?.[0] ?? null;
      const { rows, next_cursor } = pageOfRows(
        await findInvoices(trx, caller.organizationId, { status, after, limit }, new Date()),
        limit,
        (row) => [row.position],
      );
      return { items: rows, next_cursor };
    }),
  );

  route(app, getInvoice, ({ caller, params }) =>
    app.db.asTenant(caller.organizationId, (trx) => findInvoice(trx, params.invoice_id)),
  );

  route(app, getBillingDetails, ({ caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => findBuyer(trx, caller.organizationId)),
  );

  route(app, saveBillingDetails, ({ caller: { organizationId }, body }) =>
    app.db.asTenant(organizationId, async (trx) => {
      const before = await findBuyer(trx, organizationId);
      await trx
        .insertInto('billing_details')
        .values({ organization_id: organizationId, ...body })
        .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(body))
        .execute();
      await record(trx, {
        action: 'billing_details.changed',
        target: { id: null, name: body.name },
        before,
        after: body,
      });
      return body;
    }),
  );
}
