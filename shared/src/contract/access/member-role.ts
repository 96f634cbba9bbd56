import * as z from '@parlance/shared/contract/schema';

/** The role of a member (specification §6). An owner who is also an admin is `owner`. */
export const memberRole = z.enum(['owner', 'admin', 'member']);
export type MemberRole = z.infer<typeof memberRole>;

/** Returns the role that the two flags of a member amount to. */
export const roleOf = ({ isAdmin, isOwner }: { readonly isAdmin: boolean; readonly isOwner: boolean }): MemberRole =>
  isOwner ? 'owner' : isAdmin ? 'admin' : 'member';

/**
 * Says whether the actor may change a member: role, teams, deactivation, hand-over. Owners change everybody, admins
 * everybody but owners. Page and server both ask this function.
 */
export function mayChangeMember(actor: MemberRole, target: MemberRole): boolean {
  if (actor === 'owner') return true;
  return actor === 'admin' && target !== 'owner';
}

/** Returns the roles that the actor may give to a member: nobody raises themselves or another above themselves. */
export function rolesToGive(actor: MemberRole, target: MemberRole): readonly MemberRole[] {
  if (!mayChangeMember(actor, target)) return [];
  return actor === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];
}
