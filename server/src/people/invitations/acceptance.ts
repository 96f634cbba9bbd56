import { acceptInvitation } from '@parlance/shared/contract/api/invitations';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { setSessionCookies } from '../../platform/http/session-cookies.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { replaceSession } from '../session/enter.ts';
import { joinByInvitation, requireFor } from './join.ts';
import { type OpenedInvitation, findOpenedByToken } from './repository.ts';

/** Lets somebody with an account join a further organisation, and enters it. */
export function acceptanceRoute(app: FastifyInstance): void {
  route(app, acceptInvitation, async ({ body, caller, request, reply }) => {
    const { memberId, organizationId, token } = await app.db.asSystem(async (trx) => {
      const invitation = await findOpenedByToken(trx, body.token);
      if (invitation === null) throw new ApiError('not_found');
      requireFor(invitation, caller.email);
      const member =
        (await findJoined(trx, invitation, caller)) ??
        (await joinByInvitation(trx, invitation, { userId: caller.userId, title: '' }));
      const session = await replaceSession(trx, request, {
        kind: 'member',
        memberId: member.memberId,
        userId: caller.userId,
      });
      return { ...member, organizationId: invitation.organizationId, token: session.token };
    });
    setSessionCookies(app.config, request, reply, token);
    return { member_id: memberId, organization_id: organizationId };
  });
}

/**
 * Returns the caller's membership that resulted from this very invitation: a repeated request gets the same response.
 */
async function findJoined(
  trx: Trx,
  { acceptedBy }: OpenedInvitation,
  { userId }: Caller,
): Promise<{ memberId: string } | null> {
  if (acceptedBy === null) return null;
  const row = await trx
    .selectFrom('memberships')
    .where('id', '=', acceptedBy)
    .where('user_id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row === undefined ? null : { memberId: row.id };
}
