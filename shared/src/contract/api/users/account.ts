import * as z from '@parlance/shared/contract/schema';
import { enteredCode, sentCode } from '../../values/code.ts';
import { emailAddress } from '../../values/email.ts';
import { endpoint } from '../../endpoint.ts';
import { currentPassword, newPassword } from '../../values/password.ts';
import { mfaPreference, profile } from './profile.ts';

/** Open to everybody for their own account, in a workspace of every status. */
const own = { workspace: 'any' } as const;

/**
 * Changes the password, ends every other session, gives this one a new id, and sends a mail about it. 403
 * password_wrong; 400 password_guessable.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/users/v1/password',
  requires: own,
  summary: 'Changes the caller’s password.',
  body: z.object({ current_password: currentPassword, new_password: newPassword }),
  response: z.object({}),
});

/**
 * Sends a code to the caller's address, which `confirmMfa` takes. 429 rate_limited within a minute of the last one.
 * Switching off takes the password as well: 403 password_wrong without it. So a session that was left open beside an
 * open mailbox does not weaken the account; the code alone is proof enough to switch on. Pages of the previous release
 * send no password: they switch on as before, and show that refusal when switching off.
 */
export const changeMfa = endpoint({
  method: 'POST',
  path: '/users/v1/mfa',
  requires: own,
  summary: 'Sends the code that switches the second factor on or off.',
  body: z.object({ mfa_preference: mfaPreference, password: z.optional(currentPassword) }),
  response: sentCode,
});

/** Switches the second factor to the value given to `changeMfa`. 400 code_wrong, 400 code_expired. */
export const confirmMfa = endpoint({
  method: 'POST',
  path: '/users/v1/mfa/confirmation',
  requires: own,
  summary: 'Switches the second factor on or off by the code from the mail.',
  body: z.object({ code: enteredCode }),
  response: profile,
});

const sentEmailCode = z.object({ ...sentCode.shape, needs_present_code: z.boolean() });

/**
 * Sends a code to the new address, which `confirmEmail` takes. 403 password_wrong; 429 rate_limited within a minute.
 * The answer is the same if the address has an account already: then no code is the right one. A person with the second
 * sign-in step gets a code at the present address as well.
 */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/users/v1/email',
  requires: own,
  summary: 'Sends the code that confirms a new e-mail address.',
  body: z.object({ email: emailAddress, password: currentPassword }),
  response: sentEmailCode,
});

/**
 * Sends another code to the address given to `changeEmail` within the hour, without the password, which was right then:
 * no page has to keep it. 400 code_expired if there was no such request, or it is done; 429 rate_limited within a
 * minute.
 */
export const resendEmailCode = endpoint({
  method: 'POST',
  path: '/users/v1/email/code',
  requires: own,
  summary: 'Sends another code that confirms a new e-mail address.',
  response: sentEmailCode,
});

/**
 * Changes the address to the one given to `changeEmail`, tells the old one, and ends every other session.
 * `present_code` is the code sent to the present address, if one was. 400 code_wrong and 400 code_expired, with the
 * issue `field` if it is about that one. If one code is enough, the link of the mail is `/profile#code=…`: the page
 * there sends the code.
 */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/users/v1/email/confirmation',
  requires: own,
  summary: 'Changes the caller’s e-mail address by the code from the mail.',
  body: z.object({ code: enteredCode, present_code: z.optional(enteredCode) }),
  response: profile,
});
