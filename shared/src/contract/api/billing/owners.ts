import * as z from '@parlance/shared/contract/schema';
import { storedEmail } from '../../values/email.ts';
import { endpoint } from '../../endpoint.ts';

/** The most owners that are named: one of them is enough to ask. */
export const ownersAtMost = 5;

/** An owner to ask for what only an owner can do. */
export const organizationOwner = z.object({
  /** The username; null until the person has chosen one. */
  username: z.nullable(z.string()),
  email: storedEmail,
});
export type OrganizationOwner = z.infer<typeof organizationOwner>;

/**
 * Lists the active owners of the caller's organisation, in the order they joined, while its workspace is expired: only
 * there does a member see somebody else's address. Empty for an active one; 403 workspace_disabled for a disabled one.
 */
export const listOwners = endpoint({
  method: 'GET',
  path: '/auth/v1/owners',
  requires: { workspace: 'any' },
  summary: 'Who can renew the expired workspace of the caller.',
  response: z.object({ items: z.array(organizationOwner).check(z.maxLength(ownersAtMost)) }),
});
