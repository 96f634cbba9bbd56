import { endShare, listShares, shareDialogue } from '@parlance/shared/contract/api/shares';
import type { Share, ShareScope } from '@parlance/shared/contract/api/shares';
import { call } from '@parlance/shared/http';
import { pick, useEndpoint, type Loaded } from '@parlance/shared/loading';
import { bodyOf, type Access } from '@parlance/shared/ui/access';

export type NewShare = { readonly access: Access<ShareScope>; readonly expiresAt: string | null };
export type Shares = {
  readonly loaded: Loaded<readonly Share[]>;
  readonly retry: () => void;
  /** The following reject with the reason of a failure. */
  readonly share: (wanted: NewShare) => Promise<void>;
  readonly end: (share: Share) => Promise<void>;
};

/** Manages the shares of a dialogue. */
export function useShares(dialogueId: string): Shares {
  const params = { dialogue_id: dialogueId };
  const { retry, ...loaded } = pick(useEndpoint(listShares, { params }), ({ items }) => items);
  return {
    loaded,
    retry,
    async share({ access, expiresAt }) {
      await call(shareDialogue, { params, body: { ...bodyOf(access), expires_at: expiresAt } });
      retry();
    },
    async end({ id }) {
      await call(endShare, { params: { share_id: id } });
      retry();
    },
  };
}
