import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { readAllowance } from './allowance.ts';

export async function modelRoutes(app: FastifyInstance): Promise<void> {
  route(app, getAllowance, ({ caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => readAllowance(trx, caller, app.models.currency)),
  );
}
