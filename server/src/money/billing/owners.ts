import { listOwners, ownersAtMost } from '@parlance/shared/contract/api/billing/owners';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { findOwners } from './account.ts';

/** Whom a member of an expired workspace asks to renew it. */
export function ownerRoutes(app: FastifyInstance): void {
  route(app, listOwners, async ({ caller: { organizationId, workspaceStatus } }) => {
    // The requirement lets every status in, and nothing of a disabled workspace is told (specification §4).
    if (workspaceStatus === 'DISABLED') throw new ApiError('workspace_disabled');
    if (workspaceStatus === 'ACTIVE') return { items: [] };
    const owners = await app.db.asTenant(organizationId, (trx) => findOwners(trx, organizationId));
    return { items: owners.slice(0, ownersAtMost).map(({ username, email }) => ({ username, email })) };
  });
}
