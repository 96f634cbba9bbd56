import type { InvitedRole } from '@parlance/shared/contract/api/invitations';
import type { Trx } from '../../platform/db/database.ts';
import type { MemberHolder } from '../privileges/holder.ts';
import { mayMove } from '../privileges/moves.ts';

/**
 * What an invitation gives. Teams go by name; one that is not there yet is made by whoever joins, and gives nothing.
 */
export type InvitedTo = { readonly role: InvitedRole; readonly teams: readonly string[] };

/**
 * Whether somebody may give this to a person who is no member yet. Null for an inviter who has left, or was
 * deactivated.
 */
export async function mayInviteTo(
  trx: Trx,
  inviter: MemberHolder | null,
  organizationId: string,
  given: InvitedTo,
): Promise<boolean> {
  const { role, teams } = given;
  const own = trx.selectFrom('teams').where('organization_id', '=', organizationId);
  const rows = teams.length === 0 ? [] : await own.where('name', 'in', teams).select('id').execute();
  return mayMove(trx, inviter, organizationId, {
    memberId: null,
    from: null,
    to: role,
    enters: rows.map(({ id }) => id),
  });
}
