import * as z from '@parlance/shared/contract/schema';
import { workspaceStatus } from '../../access/access.ts';
import { enteredCode, sentCode } from '../../values/code.ts';
import { emailAddress } from '../../values/email.ts';
import { endpoint } from '../../endpoint.ts';
import { legalDocument } from '../../page/legal.ts';
import { currentPassword } from '../../values/password.ts';
import { heldStatement } from '../../access/privileges.ts';

/** The answer of whoami (specification §3). `plan_options` is the plan token; see `shared/plan`. */
export const whoami = z.object({
  /** The ids of the member and the organisation; during a registration, those they will have. */
  member_id: z.uuid(),
  /**
   * The id of the person behind the member: the same in each organisation that they belong to. Disclosed to themselves
   * alone.
   */
  account_id: z.uuid(),
  organization_id: z.uuid(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  primary_active_plan_name: z.string(),
  workspace_status: workspaceStatus,
  plan_options: z.string(),
  /** The name of the workspace, for the frame. */
  organization_name: z.string(),
  /** The documents whose current version the caller has not accepted; see `acceptTerms`. */
  terms_to_accept: z.array(legalDocument),
  /** The statements of the permission sets that the caller and their teams hold; see `evaluate`. */
  privileges: z.array(heldStatement),
});
export type Whoami = z.infer<typeof whoami>;

/** The result of a sign-in. Without a second factor the session is open; whoami says what it reaches. */
export const signInResult = z.object({
  /** The member; null until the second factor was given. */
  member_id: z.nullable(z.uuid()),
  /** The second factor, whose code was sent by e-mail: enter it with `verifySignIn`. */
  second_factor: z.nullable(z.object({ method: z.literal('EMAIL_OTP'), code: sentCode })),
});
export type SignInResult = z.infer<typeof signInResult>;

/**
 * Opens a session: sets its cookie and `csrftoken`. Known and unknown e-mail fail alike: 401 credentials_wrong, and 429
 * account_locked with Retry-After after ten wrong passwords within a quarter of an hour, from wherever they came. A
 * browser in which the person has signed in before is not locked out by the attempts of others. A member of several
 * organisations enters the one used or joined last; a person with an incomplete registration continues it.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/auth/v1/sign_in',
  requires: 'public',
  summary: 'Signs in with e-mail and password and sets the session cookies.',
  body: z.object({ email: emailAddress, password: currentPassword }),
  response: signInResult,
});

/**
 * Completes the second step: the code from the mail opens the session, with a new id. 400 code_wrong, 400 code_expired.
 * The link of the mail is `/auth/login#code=…`: the page there sends the code, which is valid in the browser of this
 * sign-in only.
 */
export const verifySignIn = endpoint({
  method: 'POST',
  path: '/auth/v1/sign_in/verification',
  requires: 'second-factor',
  summary: 'Completes a sign-in by the code from the mail.',
  body: z.object({ code: enteredCode }),
  response: signInResult,
});

/** Sends another code for the second step. 429 rate_limited with Retry-After within a minute of the last one. */
export const resendSignInCode = endpoint({
  method: 'POST',
  path: '/auth/v1/sign_in/code',
  requires: 'second-factor',
  summary: 'Sends another code for the second step of a sign-in.',
  response: sentCode,
});

/**
 * Ends the caller's session on the server, also one that awaits the second factor, and clears its cookies. It answers
 * the same without a session.
 */
export const signOut = endpoint({
  method: 'GET',
  path: '/auth/v1/sign_out',
  requires: 'public',
  summary: 'Ends the session.',
  response: z.object({}),
});

/**
 * Returns the owner of the session, fresh from the database, with a plan token that is valid for a quarter of an hour.
 */
export const getWhoami = endpoint({
  method: 'GET',
  path: '/auth/v1/whoami',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'Who the caller is.',
  response: whoami,
});
