import * as z from '@parlance/shared/contract/schema';
import { workspaceStatus } from '../../access/access.ts';
import { enteredCode, sentCode } from '../../values/code.ts';
import { emailAddress } from '../../values/email.ts';
import { endpoint } from '../../endpoint.ts';
import { legalDocument } from '../../page/legal.ts';
import { currentPassword } from '../../values/password.ts';
import { heldStatement } from '../../access/privileges.ts';

/** Specification §3, whoami. `plan_options` is the plan token; see `shared/plan`. */
export const whoami = z.object({
  /** While a registration is under way: the ids that the member and the organisation will have. */
  member_id: z.uuid(),
  /** Of the person behind the member: the same in each organisation that they belong to. Told to themselves alone. */
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
  /** What the permission sets say that the caller and their teams have; see `evaluate`. */
  privileges: z.array(heldStatement),
});
export type Whoami = z.infer<typeof whoami>;

/** What a sign-in has come to. The session is open where there is no second factor; whoami says what it reaches. */
export const signInResult = z.object({
  /** Null until the second factor was given. */
  member_id: z.nullable(z.uuid()),
  /** A code was sent by e-mail: enter it with `verifySignIn`. */
  second_factor: z.nullable(z.object({ method: z.literal('EMAIL_OTP'), code: sentCode })),
});
export type SignInResult = z.infer<typeof signInResult>;

/**
 * Opens a session: sets its cookie and `csrftoken`. Known and unknown e-mail fail alike: 401 credentials_wrong, and 429
 * account_locked with Retry-After after ten wrong passwords within a quarter of an hour, from wherever they came. A
 * browser in which the person has signed in before is not locked out by what others try. Whoever is a member of several
 * organisations enters the one used or joined last; whoever has not completed a registration goes on with it.
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
 * The second step: the code from the mail opens the session, with a new id. 400 code_wrong, 400 code_expired. The link
 * of the mail is `/auth/login#code=…`: the page there sends the code, which is the right one in the browser of this
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

/** Another code for the second step. 429 rate_limited with Retry-After within a minute of the last one. */
export const resendSignInCode = endpoint({
  method: 'POST',
  path: '/auth/v1/sign_in/code',
  requires: 'second-factor',
  summary: 'Sends another code for the second step of a sign-in.',
  response: sentCode,
});

/**
 * Ends the caller's session on the server, also one that awaits the second factor, and clears its cookies. Without a
 * session it answers the same.
 */
export const signOut = endpoint({
  method: 'GET',
  path: '/auth/v1/sign_out',
  requires: 'public',
  summary: 'Ends the session.',
  response: z.object({}),
});

/** Who the session belongs to, fresh from the database, with a plan token that is valid for a quarter of an hour. */
export const getWhoami = endpoint({
  method: 'GET',
  path: '/auth/v1/whoami',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'Who the caller is.',
  response: whoami,
});
