import { listOwners, type OrganizationOwner } from '@parlance/shared/contract/api/billing/owners';
import { call } from '@parlance/shared/http';
import { useEffect, useState } from 'react';

/** Who can renew the workspace: nobody until the server has said it, or where it does not. */
export function useOwners(): readonly OrganizationOwner[] {
  const [owners, setOwners] = useState<readonly OrganizationOwner[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    call(listOwners, {}, { signal: leaving.signal }).then(
      ({ items }) => setOwners(items),
      () => undefined,
    ); // the page says without a name whom to ask
    return () => leaving.abort();
  }, []);
  return owners;
}
