import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { statement } from '../../access/privileges.ts';

// The list has a file of its own: it is loaded first, without the other endpoints.

/** A set of permissions that administrators put together for others. */
export const permissionSet = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  statements: z.array(statement),
  /** The revision. A save names the one it is based on. */
  revision: z.number(),
  /** The number of people and teams that have it, without expired grants. */
  grants: z.number(),
  updated_at: z.iso.datetime(),
  changed_by: z.nullable(colleague),
});
export type PermissionSet = z.infer<typeof permissionSet>;

/** Lists the sets by name. The defaults of an organisation are not among them: `evaluate` knows them. */
export const listPermissionSets = endpoint({
  method: 'GET',
  path: '/privileges/v1/sets',
  requires: { role: 'admin', feature: 'privilege' },
  summary: 'The permission sets of the caller’s organisation.',
  query: z.object({ ...pageQuery.shape, q: z._default(z.string().check(z.trim(), z.maxLength(200)), '') }),
  response: pageOf(permissionSet),
});
