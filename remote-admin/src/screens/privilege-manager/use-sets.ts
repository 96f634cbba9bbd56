import { listPermissionSets, type PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import { useEndpointPages, type Pages } from '@parlance/shared/loading';

/** Loads the sets whose name contains `q`, page by page. */
export const useSets = (q: string): Pages<PermissionSet> =>
  useEndpointPages(listPermissionSets, { query: { q } }, { keepsRows: true });
