import { createInvitation, type Invitation, invitationDays, listInvitations, openInvitation, resendInvitation, revokeInvitation, type Seats } from '@parlance/shared/contract/api/invitations';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../plugins/api-error.ts';
import type { Caller } from '../../plugins/caller.ts';
import { pageOfRows, readCursor } from '../../plugins/cursor.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { publicRoute, route } from '../../plugins/route.ts';
import { type Limit, countAct, daySeconds } from '../limits/limits.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { findOrganizationName } from '../organizations/repository.ts';
import { findProfile } from '../users/repository.ts';
import { acceptanceRoute } from './acceptance.ts';
import { findByKey, findInvitation, findInvitations, findNotOver, findOpenedByToken, insertInvitation, isMember, markRevoked, renewInvitation } from './repository.ts';
import { countSeats, lockSeats, requireSeat } from './seats.ts';

/** Mails that one organisation may send to people who have not asked for them. */
const mails: Limit = { name: 'invitation-mail', most: 500, windowSeconds: daySeconds };
const resendSeconds = 60;
const position = z.tuple([z.iso.datetime(), z.uuid()]);

export async function invitationRoutes(app: FastifyInstance): Promise<void> {
  route(app, createInvitation, async ({ body, caller }) => {
    await app.db.asSystem((trx) => countAct(trx, mails, caller.organizationId));
    return app.db.asTenant(caller.organizationId, async (trx) => {
      const { organizationId } = caller;
      await lockSeats(trx, organizationId);
      const made = (await findByKey(trx, organizationId, body.idempotency_key)) ?? (await invite(trx, caller, body));
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
    changed(app, caller, params.invitation_id, async (trx, { id, status }) => {
      if (status === 'accepted') throw new ApiError('invitation_ended');
      await markRevoked(trx, id);
    }),
  );

  route(app, resendInvitation, async ({ caller, params }) => {
    await app.db.asSystem((trx) => countAct(trx, mails, caller.organizationId));
    return changed(app, caller, params.invitation_id, async (trx, invitation) => {
      if (invitation.status === 'accepted' || invitation.status === 'revoked') throw new ApiError('invitation_ended');
      if (invitation.status === 'expired') await requireSeat(trx, caller.organizationId);
      const token = await renewInvitation(trx, invitation.id);
      if (token === null) throw new ApiError('rate_limited', { retryAfterSeconds: resendSeconds });
      await mailInvitation(trx, caller, invitation, token);
    });
  });

  publicRoute(app, openInvitation, async ({ body }) => {
    const found = await app.db.asSystem((trx) => findOpenedByToken(trx, body.token));
    if (found === null) throw new ApiError('not_found');
    if (found.status !== 'open') throw new ApiError('invitation_ended');
    const { organization, inviter, email, role, expiresAt } = found;
    return { organization, inviter, email, role, expires_at: expiresAt.toISOString() };
  });

  acceptanceRoute(app);
}

type Wanted = { email: string; role: Invitation['role']; teams: string[]; language: Invitation['language']; idempotency_key: string };

async function invite(trx: Trx, caller: Caller, wanted: Wanted): Promise<Invitation> {
  const { organizationId } = caller;
  if (await isMember(trx, organizationId, wanted.email)) throw new ApiError('already_member');
  const before = await findNotOver(trx, organizationId, wanted.email);
  if (before?.status === 'open') throw new ApiError('already_invited');
  // An expired one makes room for the new one.
  if (before !== null) await markRevoked(trx, before.id);
  await requireSeat(trx, organizationId);
  const { id, token } = await insertInvitation(trx, { ...wanted, organizationId, idempotencyKey: wanted.idempotency_key, invitedBy: caller.memberId });
  await mailInvitation(trx, caller, wanted, token);
  return findOrThrow(trx, organizationId, id);
}

/** Changes an invitation of the caller's organisation, locked, and answers with what it is now. */
async function changed(app: FastifyInstance, { organizationId }: Caller, id: string, change: (trx: Trx, invitation: Invitation) => Promise<void>): Promise<{ invitation: Invitation; seats: Seats }> {
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

async function mailInvitation(trx: Trx, caller: Caller, to: Pick<Wanted, 'email' | 'language'>, token: string): Promise<void> {
  const organization = await findOrganizationName(trx, caller.organizationId);
  const { username, email } = await findProfile(trx, caller.memberId);
  const values = { organization, inviter: username ?? email, link: `/terms/register?invitation=${token}`, days: invitationDays };
  await queueMail(trx, { to: to.email, language: to.language, template: 'invitation', values });
}
