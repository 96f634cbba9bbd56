import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type Invitation,
  type InvitationStatus,
} from '@parlance/shared/contract/api/invitations';
import type { Input } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { useEndpointPages, type Pages } from '@parlance/shared/loading';

/** Loads the invitations in a state, or all of them; newest first. */
export const useInvitations = (status: InvitationStatus | null): Pages<Invitation> =>
  useEndpointPages(listInvitations, { query: status === null ? {} : { status } }, { keepsRows: true });

export type Wish = Input<typeof createInvitation>['body'];
export const invitePeople = (body: Wish) => call(createInvitation, { body });
export const sendAgain = (id: string) => call(resendInvitation, { params: { invitation_id: id } });
export const withdrawInvitation = (id: string) => call(revokeInvitation, { params: { invitation_id: id } });
