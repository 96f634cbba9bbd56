import { listPermissionSets, type PermissionSet } from '@parlance/shared/contract/api/permission-sets';
import { call } from '@parlance/shared/http';
import { usePages, type Pages } from '@parlance/shared/loading';

/** Sets whose name has `q` in it, page by page. */
export const useSets = (q: string): Pages<PermissionSet> => usePages(`permission sets ${q}`, (cursor, signal) => call(listPermissionSets, { query: { q, cursor } }, { signal }), { keepsRows: true });
