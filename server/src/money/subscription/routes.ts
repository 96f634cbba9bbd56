import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import {
  cancelSubscription,
  orderChange,
  previewChange,
  resumeSubscription,
} from '@parlance/shared/contract/api/subscription/subscription-changes';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findInvoiceSummary } from '../billing/invoices.ts';
import { termsOf } from '../billing/terms.ts';
import { findChange, previewOf } from './change.ts';
import { placeOrder, setCancelled, upToDate } from './order.ts';
import { findSubscription } from './repository.ts';

/** What an organisation has agreed to, how much of it is used, and how that is changed. */
export async function subscriptionRoutes(app: FastifyInstance): Promise<void> {
  const terms = termsOf(app.config);
  const read = ({ organizationId }: Caller) =>
    app.db.asTenant(organizationId, (trx) => findSubscription(trx, organizationId, terms, new Date()));

  route(app, getSubscription, ({ caller }) => read(caller));

  // Across organisations, as everything is that changes a plan: what is due is done first, so that no period is
  // prorated that is over.
  route(app, previewChange, ({ caller, query }) =>
    app.db.asSystem(async (trx) => {
      const now = new Date();
      const account = await upToDate(trx, caller.organizationId, terms, now);
      return previewOf(await findChange(trx, account, query.plan_name, { at: now, now, terms }), now, terms);
    }),
  );

  route(app, orderChange, async ({ caller, body }) => {
    const invoiceId = await app.db.asSystem((trx) => placeOrder(trx, caller, body, terms, new Date()));
    const invoice =
      invoiceId === null
        ? null
        : await app.db.asTenant(caller.organizationId, (trx) => findInvoiceSummary(trx, invoiceId, new Date()));
    return { subscription: await read(caller), invoice };
  });

  route(app, cancelSubscription, async ({ caller }) => {
    await app.db.asSystem((trx) => setCancelled(trx, caller, true, terms, new Date()));
    return read(caller);
  });

  route(app, resumeSubscription, async ({ caller }) => {
    await app.db.asSystem((trx) => setCancelled(trx, caller, false, terms, new Date()));
    return read(caller);
  });
}
