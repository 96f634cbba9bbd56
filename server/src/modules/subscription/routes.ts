import { getSubscription } from '@parlance/shared/contract/api/subscription';
import type { FastifyInstance } from 'fastify';
import { route } from '../../plugins/route.ts';
import { findSubscription } from './repository.ts';

/** What an organisation has agreed to, and how much of it is used. */
export async function subscriptionRoutes(app: FastifyInstance): Promise<void> {
  route(app, getSubscription, ({ caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => findSubscription(trx, caller.organizationId, new Date())));
}
