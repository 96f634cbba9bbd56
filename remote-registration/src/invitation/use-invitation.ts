import { openInvitation } from '@parlance/shared/contract/api/invitations';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { useEffect, useState } from 'react';

export type Invitation = Output<typeof openInvitation>;
type Loaded =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly invitation: Invitation }
  | { readonly status: 'failed'; readonly failure: unknown };

/** What the invitation of a token is about; `loading` for good where there is no token. */
export function useInvitation(token: string | null): Loaded & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ of: string; attempt: number; loaded: Loaded } | null>(null);

  useEffect(() => {
    if (token === null) return;
    let isWanted = true;
    const say = (loaded: Loaded) => isWanted && setHeld({ of: token, attempt, loaded });
    call(openInvitation, { body: { token } }).then(
      (invitation) => say({ status: 'ready', invitation }),
      (failure: unknown) => say({ status: 'failed', failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [token, attempt]);

  const loaded: Loaded = held !== null && held.of === token && held.attempt === attempt ? held.loaded : { status: 'loading' };
  return { ...loaded, retry: () => setAttempt(attempt + 1) };
}
