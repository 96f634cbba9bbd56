import { acceptInvitation } from '@parlance/shared/contract/api/invitations';
import { call } from '@parlance/shared/http';
import { organizationSwitched } from '@parlance/shared/session';
import { type Sending, useSending } from '@parlance/shared/ui/fields';
import { forgetOpenedLink } from '../../registration/secret-of-link.ts';

/** Joins the organisation of an invitation. The session moves there; drafts in another one wait. */
export function useJoining(token: string): Pick<Sending, 'isSending' | 'failure'> & { readonly join: () => void } {
  const { send, isSending, failure } = useSending();
  const join = () =>
    send(async () => {
      await call(acceptInvitation, { body: { token } });
      forgetOpenedLink('invitation');
      organizationSwitched();
      return undefined;
    });
  return { join, isSending, failure };
}
