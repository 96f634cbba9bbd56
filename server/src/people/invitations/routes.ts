import {
  createInvitation,
  type Invitation,
  listInvitations,
  openInvitation,
  resendInvitation,
  revokeInvitation,
  type Seats,
} from '@parlance/shared/contract/api/invitations';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { fingerprintOf, keptKey } from '../../platform/http/idempotency.ts';
import { routePublic, route } from '../../platform/http/route.ts';
import { type Limit, countAct, daySeconds } from '../../platform/limits/limits.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findHolder } from '../privileges/holder.ts';
import { acceptanceRoute } from './acceptance.ts';
import { mayInviteTo } from './given.ts';
import { inviteAll, mailInvitations, mailsTo } from './invite.ts';
import {
  findInvitation,
  findInvitations,
  findOpenedByToken,
  findSame,
  markRevoked,
  renewInvitation,
} from './repository.ts';
import { countSeats, lockSeats, requireSeat } from './seats.ts';

/** Mails that one organisation may send to people who have not asked for them. */
const mails: Limit = { name: 'invitation-mail', most: 500, windowSeconds: daySeconds };
const resendSeconds = 60;
const position = z.tuple([moment, z.uuid()]);

export async function invitationRoutes(app: FastifyInstance): Promise<void> {
  route(app, createInvitation, async ({ body, caller }) => {
    await countMail(app, caller, body.email);
    return app.db.asTenant(caller.organizationId, async (trx) => {
      const { organizationId } = caller;
      await lockSeats(trx, organizationId);
      const made =
        (await findSame(trx, caller, body.idempotency_key, fingerprintOf(body))) ?? (await invite(trx, caller, body));
      return { invitation: made, seats: await countSeats(trx, organizationId) };
    });
  });

  route(app, listInvitations, ({ caller, query }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { organizationId } = caller;
      const after = readCursor(query.cursor, position);
      const found = await findInvitations(trx, { organizationId, status: query.status, after, limit: query.limit });
      const { rows, next_cursor } = pageOfRows(found, query.limit, ({ created_at, id }) => [created_at, id]);
      return { items: [...rows], next_cursor, seats: await countSeats(trx, organizationId) };
    }),
  );

  route(app, revokeInvitation, ({ caller, params }) =>
    changed(app, caller, params.invitation_id, async (trx, { id, email, status }) => {
      if (status === 'accepted') throw new ApiError('invitation_ended');
      await markRevoked(trx, [id]);
      await record(trx, { action: 'invitation.revoked', target: { id, name: email } });
    }),
  );

  route(app, resendInvitation, async ({ caller, params }) => {
    const { email } = await app.db.asTenant(caller.organizationId, (trx) =>
      findOrThrow(trx, caller.organizationId, params.invitation_id),
    );
    await countMail(app, caller, email);
    return changed(app, caller, params.invitation_id, async (trx, invitation) => {
      if (invitation.status === 'accepted' || invitation.status === 'revoked') throw new ApiError('invitation_ended');
      if (invitation.status === 'expired') await requireSeat(trx, caller.organizationId);
      if (!(await mayInviteTo(trx, await findHolder(trx, caller.memberId), caller.organizationId, invitation)))
        throw new ApiError('above_own_rights');
      const renewed = await renewInvitation(trx, invitation.id, caller.memberId);
      if (renewed === null) throw new ApiError('rate_limited', { retryAfterSeconds: resendSeconds });
      await mailInvitations(trx, caller, [{ ...invitation, ...renewed }]);
      await record(trx, { action: 'invitation.sent_again', target: { id: invitation.id, name: invitation.email } });
    });
  });

  routePublic(app, openInvitation, async ({ body }) => {
    const found = await app.db.asSystem((trx) => findOpenedByToken(trx, body.token));
    if (found === null) throw new ApiError('not_found');
    if (found.status !== 'open') throw new ApiError('invitation_ended');
    const { organization, inviter, email, role, expiresAt } = found;
    return { organization, inviter, email, role, expires_at: expiresAt.toISOString() };
  });

  acceptanceRoute(app);
}

const countMail = (app: FastifyInstance, { organizationId }: Caller, email: string) =>
  app.db.asSystem(async (trx) => {
    await countAct(trx, mails, organizationId);
    await countAct(trx, mailsTo, email);
  });

type Body = CheckedInput<typeof createInvitation>['body'];

async function invite(
  trx: Trx,
  { organizationId, memberId }: Caller,
  { idempotency_key: key, ...wanted }: Body,
): Promise<Invitation> {
  const fingerprint = fingerprintOf(wanted);
  const [outcome] = await inviteAll(trx, { organizationId, memberId }, [
    { ...wanted, key: keptKey(memberId, key), fingerprint, isMailboxFull: false },
  ]);
  if (outcome === 'seats_taken') await requireSeat(trx, organizationId);
  if (outcome !== undefined && outcome !== 'invited') throw new ApiError(outcome);
  const made = await findSame(trx, { organizationId, memberId }, key, fingerprint);
  if (made === null) throw new Error('An invitation that was made is gone.');
  return made;
}

/** Changes an invitation of the caller's organisation, locked, and answers with what it is now. */
async function changed(
  app: FastifyInstance,
  { organizationId }: Caller,
  id: string,
  change: (trx: Trx, invitation: Invitation) => Promise<void>,
): Promise<{ invitation: Invitation; seats: Seats }> {
  return app.db.asTenant(organizationId, async (trx) => {
    await lockSeats(trx, organizationId);
    await change(trx, await findOrThrow(trx, organizationId, id));
    return { invitation: await findOrThrow(trx, organizationId, id), seats: await countSeats(trx, organizationId) };
  });
}

async function findOrThrow(trx: Trx, organizationId: string, id: string): Promise<Invitation> {
  const found = await findInvitation(trx, organizationId, id);
  if (found === null) throw new ApiError('not_found');
  return found;
}
