import { endpoint } from '../endpoint.ts';
import * as z from '@parlance/shared/contract/schema';
import { currentPassword } from '../values/password.ts';

/**
 * Deletes the account with the dialogues and the usage of its person, for good, and ends the session. Bots and files
 * belong to the organisation and stay. 403 password_wrong. 409 last_owner if an organisation with other members would
 * be left without an owner. The only member of an organisation has to confirm that it goes as well, with all its data:
 * 409 organization_would_end otherwise.
 */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/users/v1/deletion',
  requires: { workspace: 'any' },
  summary: 'Deletes the caller’s account.',
  body: z.object({ password: currentPassword, delete_organization: z._default(z.boolean(), false) }),
  response: z.object({}),
});
