import * as z from '@parlance/shared/contract/schema';

/** Specification §6. An owner is named so even where the owner is an admin as well. */
export const memberRole = z.enum(['owner', 'admin', 'member']);
export type MemberRole = z.infer<typeof memberRole>;

/** What the two flags of a member say in one word. */
export const roleOf = ({ isAdmin, isOwner }: { readonly isAdmin: boolean; readonly isOwner: boolean }): MemberRole =>
  isOwner ? 'owner' : isAdmin ? 'admin' : 'member';

/**
 * Whether somebody may change a member: role, teams, deactivating, handing over. Owners change everybody, admins
 * everybody but owners. Everything asks here, the page and the server.
 */
export function mayChangeMember(actor: MemberRole, target: MemberRole): boolean {
  if (actor === 'owner') return true;
  return actor === 'admin' && target !== 'owner';
}

/** The roles that somebody may give to a member: nobody raises himself or another above himself. */
export function rolesToGive(actor: MemberRole, target: MemberRole): readonly MemberRole[] {
  if (!mayChangeMember(actor, target)) return [];
  return actor === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];
}
