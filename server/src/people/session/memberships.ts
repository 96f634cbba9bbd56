import { listOwnMemberships, switchMembership } from '@parlance/shared/contract/api/session/memberships';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { setSessionCookies } from '../../platform/http/session-cookies.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { recordEntry, replaceSession } from './enter.ts';
import { touchMembership } from './repository.ts';

/** The organisations of one person: a session is in one of them at a time. */
export function membershipRoutes(app: FastifyInstance): void {
  route(app, listOwnMemberships, async ({ caller }) => ({
    items: await app.db.asSystem((trx) => findOwnMemberships(trx, caller)),
  }));

  route(app, switchMembership, async ({ caller, params, request, reply }) => {
    const memberId = params.member_id;
    const { token } = await app.db.asSystem(async (trx) => {
      const own = await trx
        .selectFrom('memberships')
        .where('id', '=', memberId)
        .where('user_id', '=', caller.userId)
        .where('deactivated_at', 'is', null)
        .select('id')
        .executeTakeFirst();
      if (own === undefined) throw new ApiError('not_found');
      await touchMembership(trx, memberId);
      await recordEntry(trx, 'session.organization_entered', { memberId, email: caller.email });
      return replaceSession(trx, request, { kind: 'member', memberId, userId: caller.userId });
    });
    setSessionCookies(app.config, request, reply, token);
    return { member_id: memberId };
  });
}

async function findOwnMemberships(trx: Trx, caller: Caller) {
  const rows = await trx
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('memberships.user_id', '=', caller.userId)
    .where('memberships.deactivated_at', 'is', null)
    .orderBy('memberships.last_used_at', 'desc')
    .orderBy('memberships.id')
    .select(['memberships.id as member_id', 'organizations.name as organization', 'organizations.workspace_status'])
    .execute();
  return rows.map((row) => ({ ...row, is_current: row.member_id === caller.memberId }));
}
