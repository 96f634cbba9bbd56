import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/** Owners that are named at most: whoever asks needs one of them. */
export const ownersAtMost = 5;

/** Whom to ask for what only an owner can do. */
export const organizationOwner = z.object({
  /** Null until the person has chosen one. */
  username: z.nullable(z.string()),
  email: z.email(),
});
export type OrganizationOwner = z.infer<typeof organizationOwner>;

/**
 * The active owners of the caller's organisation, the first ones first, while its workspace is expired: only there does
 * a member see an address of somebody else. None of one that is active; 403 workspace_disabled of one that is disabled.
 */
export const listOwners = endpoint({
  method: 'GET',
  path: '/auth/v1/owners',
  requires: { workspace: 'any' },
  summary: 'Who can renew the expired workspace of the caller.',
  response: z.object({ items: z.array(organizationOwner).check(z.maxLength(ownersAtMost)) }),
});
