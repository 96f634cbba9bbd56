import { listOwners, ownersAtMost } from '@parlance/shared/contract/api/billing/owners';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { findOwners } from './account.ts';

/** Registers the route that tells a member of an expired workspace whom to ask for a renewal. */
export function ownerRoutes(app: FastifyInstance): void {
  route(app, listOwners, async ({ caller: { organizationId, workspaceStatus } }) => {
    // The requirement admits every status, but nothing of a disabled workspace is revealed (specification §4).
    if (workspaceStatus === 'DISABLED') throw new ApiError('workspace_disabled');
    if (workspaceStatus === 'ACTIVE') return { items: [] };
    const owners = await app.db.asTenant(organizationId, (trx) => findOwners(trx, organizationId));
    return { items: owners.slice(0, ownersAtMost).map(({ username, email }) => ({ username, email })) };
  });
}
