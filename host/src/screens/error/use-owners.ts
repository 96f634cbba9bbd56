import { listOwners, type OrganizationOwner } from '@parlance/shared/contract/api/billing/owners';
import { call } from '@parlance/shared/http';
import { useEffect, useState } from 'react';

/** Returns the owners who can renew the workspace: none until the server has named them, or if it fails. */
export function useOwners(): readonly OrganizationOwner[] {
  const [owners, setOwners] = useState<readonly OrganizationOwner[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    call(listOwners, {}, { signal: leaving.signal }).then(
      ({ items }) => setOwners(items),
      () => undefined,
    ); // the page then names nobody
    return () => leaving.abort();
  }, []);
  return owners;
}
