import * as z from '@parlance/shared/contract/schema';
import { workspaceStatus } from '../../access/access.ts';
import { endpoint } from '../../endpoint.ts';

/** An organisation the caller is a member of. */
export const ownMembership = z.object({
  member_id: z.uuid(),
  organization: z.string(),
  workspace_status: workspaceStatus,
  is_current: z.boolean(),
});
export type OwnMembership = z.infer<typeof ownMembership>;

/** Lists the organisations the caller is a member of, last used first. Most people have one. */
export const listOwnMemberships = endpoint({
  method: 'GET',
  path: '/auth/v1/memberships',
  requires: { workspace: 'any' },
  summary: 'The organisations the caller is a member of.',
  response: z.object({ items: z.array(ownMembership) }),
});

/** Moves the caller's session, with a new id, to another of their organisations. Reload the page afterwards. */
export const switchMembership = endpoint({
  method: 'POST',
  path: '/auth/v1/memberships/:member_id/session',
  requires: { workspace: 'any' },
  summary: 'Moves the session to another organisation of the caller.',
  params: z.object({ member_id: z.uuid() }),
  response: z.object({ member_id: z.uuid() }),
});
