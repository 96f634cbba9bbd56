import { openInvitation } from '@parlance/shared/contract/api/invitations';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import type { Retried } from '@parlance/shared/loading';
import { useOnce } from '../loading/use-once.ts';

export type Invitation = Output<typeof openInvitation>;

/** Loads the invitation of a token; stays `loading` without a token. */
export const useInvitation = (token: string | null): Retried<Invitation> =>
  useOnce(token, () => call(openInvitation, { body: { token: token ?? '' } }));
