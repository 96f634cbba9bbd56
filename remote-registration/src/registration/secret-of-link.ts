import { linkToken } from '@parlance/shared/contract/values/link';
import * as z from '@parlance/shared/contract/schema';
import { useLocation, useNavigate } from '@parlance/shared/router';
import { useEffect } from 'react';
import { keepDraft, linkPrefix, readDraft } from './draft.ts';

/** The secrets in our mails' links, behind the #: `/terms/register#invitation=…`, `/terms/register/verify#token=…`. */
type Secret = 'invitation' | 'token';

const draftOf = (name: Secret) => `${linkPrefix}${name}`;

/** Returns the secret of the link that was opened in this tab and is not used yet. */
export const secretOfOpenedLink = (name: Secret): string | null => readDraft(draftOf(name));

/** Forgets a used link, so that the address exposes no secret any more. */
export const forgetOpenedLink = (name: Secret): void => keepDraft(draftOf(name), null);

/**
 * Returns the secret of a mail’s link, which is sent to no server. It is removed from the address, so that no later
 * request and no history repeats it, and stored in this tab, so that a reload, the documents and signing in lead back
 * to it. A malformed secret counts as missing. `undefined` until it is out of the address: nothing may redirect before.
 */
export function useSecretOfLink(name: Secret): string | null | undefined {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const inAddress = new URLSearchParams(hash.slice(1)).get(name);
  useEffect(() => {
    if (inAddress === null) return;
    const read = z.safeParse(linkToken, inAddress);
    keepDraft(draftOf(name), read.success ? read.data : null);
    void navigate({ pathname, search }, { replace: true });
  }, [name, inAddress, pathname, search, navigate]);
  return inAddress === null ? secretOfOpenedLink(name) : undefined;
}
