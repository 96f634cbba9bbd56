import { listPermissionSets, type PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import {
  grantPermissionSet,
  listPermissionGrants,
  revokePermissionGrant,
  type PermissionGrant,
} from '@parlance/shared/contract/api/privileges/privileges';
import { call } from '@parlance/shared/http';
import { useEndpointPages, useEveryRow, type Loaded, type Pages } from '@parlance/shared/loading';

const pageSize = 100;

/** Loads the grants, newest first; those of one set if `setId` is not null. */
export const useGrants = (setId: string | null): Pages<PermissionGrant> =>
  useEndpointPages(listPermissionGrants, { query: setId === null ? {} : { set_id: setId } });

/** Loads every set, by name, to choose from. */
export const useAllSets = (): Loaded<readonly PermissionSet[]> & { readonly retry: () => void } =>
  useEveryRow(listPermissionSets, { query: { limit: pageSize } });

export type Holder = { readonly kind: 'member' | 'team'; readonly id: string };

export const giveGrant = (setId: string, holder: Holder, expiresAt: string | null): Promise<PermissionGrant> =>
  call(grantPermissionSet, { body: { set_id: setId, holder, expires_at: expiresAt } });

export const revokeGrant = (id: string): Promise<unknown> => call(revokePermissionGrant, { params: { grant_id: id } });
