import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { linkToken } from '../../values/link.ts';
import { newPassword } from '../../values/password.ts';

/** Days the previous address of an account can be restored. */
export const emailReversalDays = 3;

/**
 * Restores the previous address of an account, by the link that was sent to it (`/auth/login#address=…`), once, with a
 * new password: whoever changed the address knew the old one. Ends every session of the account, and signs nobody in.
 * 400 link_invalid, 400 password_guessable.
 */
export const revertEmail = endpoint({
  method: 'POST',
  path: '/auth/v1/email_reversal',
  requires: 'public',
  summary: 'Gives an account its former e-mail address back, with a new password.',
  body: z.object({ token: linkToken, password: newPassword }),
  response: z.object({}),
});
