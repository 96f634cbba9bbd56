import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { linkToken } from '../../values/link.ts';
import { newPassword } from '../../values/password.ts';

/** Days for which the address that an account had before can be given back to it. */
export const emailReversalDays = 3;

/**
 * Gives an account the address back that it had before, by the link that this address was sent
 * (`/auth/login#address=…`), once, with a new password: whoever changed the address knew the old one. Ends every
 * session of the account, and signs nobody in. 400 link_invalid, 400 password_guessable.
 */
export const revertEmail = endpoint({
  method: 'POST',
  path: '/auth/v1/email_reversal',
  requires: 'public',
  summary: 'Gives an account its former e-mail address back, with a new password.',
  body: z.object({ token: linkToken, password: newPassword }),
  response: z.object({}),
});
