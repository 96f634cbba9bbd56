import { type MemberRole, rolesToGive } from '@parlance/shared/contract/access/member-role';
import type { MemberState } from '@parlance/shared/contract/api/members';
import { lockSeats, requireSeat } from '../../people/invitations/seats.ts';
import { type Actor, type Target, requireOtherOwner } from '../../people/members/held-members.ts';
import { findOrganizationName } from '../../people/organizations/repository.ts';
import { requireMayMove } from '../../people/privileges/moves.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { releaseOfMember } from '../../studio/automation-control/owner-gone.ts';
import { type BrokenOff, deactivateMember, nothingBroken } from './deactivation.ts';

/** Sets the role of a member, an own one too. Call it with the people of the organisation held. */
export async function setRole(trx: Trx, actor: Actor, target: Target, role: MemberRole): Promise<void> {
  if (!rolesToGive(actor.role, target.role).includes(role)) throw new ApiError('owner_protected');
  if (target.isDeactivated) throw new ApiError('member_deactivated');
  if (target.role === role) return;
  if (target.role === 'owner') await requireOtherOwner(trx, actor, target.id);
  await requireMayMove(trx, actor, { memberId: target.id, from: target.role, to: role });
  await trx
    .updateTable('memberships')
    .set({ is_admin: role !== 'member', is_owner: role === 'owner' })
    .where('id', '=', target.id)
    .execute();
  await record(trx, {
    action: 'member.role_changed',
    target: { id: target.id, name: target.email },
    before: { role: target.role },
    after: { role },
  });
  if (target.id === actor.memberId) return;
  const organization = await findOrganizationName(trx, actor.organizationId);
  await queueMail(trx, {
    to: target.email,
    language: target.language,
    template: 'role_changed',
    values: { organization, role },
  });
}

/**
 * Deactivates a member, or takes that back; what was under way as that person is broken off. Done already, it changes
 * nothing.
 */
export async function setState(trx: Trx, actor: Actor, target: Target, state: MemberState): Promise<BrokenOff> {
  if (target.id === actor.memberId) throw new ApiError('own_membership');
  if (target.isDeactivated === (state === 'deactivated')) return nothingBroken;
  if (state === 'active') {
    await lockSeats(trx, actor.organizationId);
    await requireSeat(trx, actor.organizationId);
    await requireMayMove(trx, actor, { memberId: target.id, from: null, to: target.role });
    await trx.updateTable('memberships').set({ deactivated_at: null }).where('id', '=', target.id).execute();
    await record(trx, { action: 'member.reactivated', target: { id: target.id, name: target.email } });
    return nothingBroken;
  }
  // No owner is the last one here: only another owner gets as far as this.
  const organization = await findOrganizationName(trx, actor.organizationId);
  await queueMail(trx, {
    to: target.email,
    language: target.language,
    template: 'member_deactivated',
    values: { organization },
  });
  await record(trx, { action: 'member.deactivated', target: { id: target.id, name: target.email } });
  await releaseOfMember(trx, { organizationId: actor.organizationId, memberId: target.id });
  return deactivateMember(trx, target.id);
}
