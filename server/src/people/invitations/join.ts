import { sql } from 'kysely';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { insertMember, joinTeam } from '../organizations/repository.ts';
import { type OpenedInvitation, findOpenedById, findOpenedByToken } from './repository.ts';
import { lockSeats, requireSeat } from './seats.ts';

/** Returns the invitation of a link. Throws unless it is for this address and still open. */
export async function readInvitation(trx: Trx, token: string, email: string): Promise<OpenedInvitation> {
  const invitation = await findOpenedByToken(trx, token);
  if (invitation === null) throw new ApiError('not_found');
  requireFor(invitation, email);
  requireOpen(invitation);
  return invitation;
}

export function requireFor(invitation: OpenedInvitation, email: string): void {
  if (invitation.email !== email) throw new ApiError('invitation_for_someone_else');
}

export function requireOpen(invitation: OpenedInvitation): void {
  if (invitation.status !== 'open') throw new ApiError('invitation_ended');
}

type Joining = { readonly userId: string; readonly memberId?: string; readonly title: string };

/**
 * Makes somebody a member by an invitation, and uses it up. The seats are locked before the invitation is read, so that
 * of two concurrent callers one joins, and the other finds it used.
 */
export async function joinByInvitation(
  trx: Trx,
  { id, organizationId }: OpenedInvitation,
  { userId, memberId, title }: Joining,
): Promise<{ memberId: string }> {
  await lockSeats(trx, organizationId);
  const invitation = await findOpenedById(trx, id);
  if (invitation === null) throw new ApiError('invitation_ended');
  requireOpen(invitation);
  // The invitation holds a seat already; a plan changed meanwhile may have fewer.
  await requireSeat(trx, organizationId, 1);
  const member = await insertMember(trx, {
    id: memberId,
    organizationId,
    userId,
    title,
    isAdmin: invitation.role === 'admin',
    isOwner: false,
  });
  if (member === null) throw new ApiError('already_member');
  for (const team of invitation.teams) await joinTeam(trx, { organizationId, memberId: member.id, team });
  await trx
    .updateTable('invitations')
    .set({ accepted_at: sql<Date>`now()`, accepted_by: member.id })
    .where('id', '=', id)
    .execute();
  const { email, role, teams } = invitation;
  await record(trx, {
    action: 'member.joined',
    organizationId,
    actor: { kind: 'person', id: member.id, name: email },
    target: { id: member.id, name: email },
    after: { role, teams },
  });
  return { memberId: member.id };
}
