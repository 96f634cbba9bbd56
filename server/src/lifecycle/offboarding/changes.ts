import type { MemberState } from '@parlance/shared/contract/api/members';
import { type MemberRole, rolesToGive } from '@parlance/shared/contract/member-role';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Trx } from '../../platform/db/database.ts';
import { record } from '../../platform/audit/record.ts';
import { releaseOfMember } from '../../studio/automation-control/owner-gone.ts';
import { lockSeats, requireSeat } from '../../people/invitations/seats.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { findOrganizationName } from '../../people/organizations/repository.ts';
import { findSetsThroughTeams, requireMayMove } from '../../people/privileges/moves.ts';
import { requireTeams } from '../../people/naming/named.ts';
import { findTeams } from '../../people/users/repository.ts';
import { type Broken, deactivate, nothingBroken } from './deactivation.ts';
import { type Actor, type Target, requireOtherOwner } from '../../people/members/held-members.ts';

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
export async function setState(trx: Trx, actor: Actor, target: Target, state: MemberState): Promise<Broken> {
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
  return deactivate(trx, target.id);
}

/** Puts a member into exactly these teams. Throws not_found where one of them is not there. */
export async function setTeams(trx: Trx, actor: Actor, target: Target, wanted: readonly string[]): Promise<void> {
  const enters = [...new Set(wanted)];
  await requireTeams(trx, actor.organizationId, enters);
  const now = await trx
    .selectFrom('team_members')
    .where('organization_id', '=', actor.organizationId)
    .where('member_id', '=', target.id)
    .select('team_id')
    .execute();
  await changeTeams(trx, actor, target, {
    enters,
    leaves: now.map(({ team_id }) => team_id).filter((id) => !enters.includes(id)),
  });
}

type TeamChange = { readonly enters?: readonly string[]; readonly leaves?: readonly string[] };

/**
 * Puts a member into some teams and takes them out of others, and records which permission sets come and go with that.
 */
export async function changeTeams(
  trx: Trx,
  actor: Actor,
  target: Target,
  { enters = [], leaves = [] }: TeamChange,
): Promise<void> {
  const stateOf = async () => ({
    teams: await findTeams(trx, target.id),
    permission_sets: await findSetsThroughTeams(trx, actor.organizationId, target.id),
  });
  const before = await stateOf();
  await requireMayMove(trx, actor, { memberId: target.id, from: target.role, to: target.role, enters, leaves });
  for (const team of leaves) await leaveTeam(trx, actor, team, target.id);
  for (const team of enters) await joinTeamById(trx, actor, team, target.id);
  await record(trx, {
    action: 'member.teams_changed',
    target: { id: target.id, name: target.email },
    before,
    after: await stateOf(),
  });
}

/** Call requireMayMove before. Whether they own the team changes only where that is said. */
export async function joinTeamById(
  trx: Trx,
  { organizationId }: Actor,
  teamId: string,
  memberId: string,
  how: { readonly is_owner?: boolean } = {},
): Promise<void> {
  const joined = trx
    .insertInto('team_members')
    .values({ organization_id: organizationId, team_id: teamId, member_id: memberId, ...how });
  await joined
    .onConflict((conflict) =>
      how.is_owner === undefined ? conflict.doNothing() : conflict.columns(['team_id', 'member_id']).doUpdateSet(how),
    )
    .execute();
}

/** Call requireMayMove before. */
export async function leaveTeam(trx: Trx, { organizationId }: Actor, teamId: string, memberId: string): Promise<void> {
  await trx
    .deleteFrom('team_members')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .execute();
}
