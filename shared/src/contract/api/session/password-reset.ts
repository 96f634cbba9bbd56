import * as z from '@parlance/shared/contract/schema';
import { emailAddress } from '../../values/email.ts';
import { endpoint } from '../../endpoint.ts';
import { linkToken } from '../../values/link.ts';
import { newPassword } from '../../values/password.ts';

/** Minutes the link of a forgotten password is valid. */
export const passwordResetMinutes = 30;

/** Sends a link to choose a new password. The answer and its time are the same if the e-mail has no account. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/v1/password_reset',
  requires: 'public',
  summary: 'Sends a link to choose a new password, where the e-mail has an account.',
  body: z.object({ email: emailAddress }),
  response: z.object({}),
});

/**
 * Sets a new password by the link of that mail (`/auth/login#token=…`), once, and ends every session of the
 * account. It signs nobody in: a second factor is still asked for. 400 link_invalid, 400 password_guessable.
 */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/v1/password_reset/confirmation',
  requires: 'public',
  summary: 'Sets a new password by the link of the mail.',
  body: z.object({ token: linkToken, password: newPassword }),
  response: z.object({}),
});
