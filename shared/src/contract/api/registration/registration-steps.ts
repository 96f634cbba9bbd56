import * as z from '@parlance/shared/contract/schema';
import { enteredCode, sentCode } from '../../values/code.ts';
import { emailAddress, storedEmail } from '../../values/email.ts';
import { endpoint } from '../../endpoint.ts';
import { language } from '../../values/language.ts';
import { acceptedVersions } from '../../page/legal.ts';
import { linkToken } from '../../values/link.ts';
import { givenName } from '../../values/name.ts';
import { currentPassword, newPassword } from '../../values/password.ts';
import { accountKind, planName } from '../plans/plans.ts';

/**
 * An incomplete registration, with everything entered so far: the response of every step, and the content of step 5.
 */
export const registrationAttempt = z.object({
  email: storedEmail,
  account_kind: accountKind,
  language,
  stage: z.number(),
  is_verified: z.boolean(),
  /** The last code sent; null if none was, and once the address is verified. `step2/token` needs one. */
  code: z.nullable(sentCode),
  username: z.nullable(z.string()),
  /** The organisation to be founded. Null until step 3, and for an invited person. */
  organization: z.nullable(z.string()),
  team: z.nullable(z.string()),
  role: z.nullable(z.string()),
  plan_name: z.nullable(planName),
  /** The organisation that the person joins instead of founding one. Step 4 is skipped then. */
  invitation: z.nullable(z.object({ organization: z.string(), inviter: z.nullable(z.string()) })),
});
export type RegistrationAttempt = z.infer<typeof registrationAttempt>;

/** Restricted to people whose registration is under way. A member gets 409 registration_complete. */
const whileRegistering = { workspace: 'any', registration: 'pending' } as const;

/**
 * Finds the registration of an e-mail (specification §3, §7). Answers truthfully only for the e-mail of the caller's
 * own registration; for any other the answer is the same “not found”, whether there is one or not.
 */
export const searchRegistrationAttempt = endpoint({
  method: 'GET',
  path: '/user-journey/v1/registration-attempt/search',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'The caller’s own registration, by e-mail.',
  query: z.object({ email: emailAddress }),
  response: registrationAttempt,
});

/**
 * Step 1: starts a registration and opens a session that reaches nothing but the registration. The answer, the possible
 * next steps and the response time are the same if the address has an account: then no code is ever the right one, and
 * the mail says that there is an account. Posted again from the same browser with the same e-mail before the address is
 * verified, it changes the entries. Until then the registration is in this browser only; from step 3 on one continues
 * anywhere by signing in, and this is 409 conflict: a password that opens something is changed in the profile.
 * `accepted` names the versions of the documents that were shown; 409 terms_outdated for others.
 */
export const signUp = endpoint({
  method: 'POST',
  path: '/auth/v1/sign_up',
  requires: 'public',
  summary: 'Begins a registration and sets the session cookies.',
  body: z.object({
    email: emailAddress,
    password: newPassword,
    language,
    account_kind: accountKind,
    accepted: acceptedVersions,
    /**
     * The token of an invitation link, which is for this very e-mail: 403 invitation_for_someone_else, 409
     * invitation_ended.
     */
    invitation: z.optional(linkToken),
  }),
  response: registrationAttempt,
});

/** Returns the caller's registration with everything entered so far. */
export const getRegistration = endpoint({
  method: 'GET',
  path: '/user-journey/v1/registration',
  requires: whileRegistering,
  summary: 'The caller’s registration with everything entered so far.',
  response: registrationAttempt,
});

/**
 * Step 2: sends a mail with a code and a link; either verifies the address. An earlier code becomes invalid. 429
 * rate_limited with Retry-After within a minute of the last one. Nothing is sent to an address that is verified
 * already.
 */
export const sendRegistrationCode = endpoint({
  method: 'POST',
  path: '/user-journey/v1/registration/code',
  requires: whileRegistering,
  summary: 'Sends the code that verifies the e-mail address.',
  body: z.object({ channel: z.enum(['EMAIL']) }),
  response: registrationAttempt,
});

/** Step 2, token: 400 code_wrong with the tries that are left, 400 code_expired if a new code has to be sent. */
export const verifyRegistration = endpoint({
  method: 'POST',
  path: '/user-journey/v1/registration/verification',
  requires: whileRegistering,
  summary: 'Verifies the e-mail address by the code.',
  body: z.object({ code: enteredCode }),
  response: registrationAttempt,
});

/**
 * Verifies the address by the link of that mail (`/terms/register/verify#token=…`). In the browser of the registration
 * it needs nothing else. In another one it needs the password that was chosen there (403 password_wrong without it or
 * with a wrong one) and opens the session here; so nobody verifies a registration that a stranger began with their
 * address. 400 link_invalid if the link is unknown, too old or used.
 */
export const verifyRegistrationByLink = endpoint({
  method: 'POST',
  path: '/user-journey/v1/registration/verification-by-link',
  requires: 'public',
  summary: 'Verifies the e-mail address by the link of the mail.',
  body: z.object({ token: linkToken, password: z.optional(currentPassword) }),
  response: registrationAttempt,
});

/**
 * Step 3. An organisation account needs `organization`; a personal one is named after its person. An invited person
 * joins an organisation instead of founding one: `organization` and `team` are ignored then.
 */
export const saveRegistrationNames = endpoint({
  method: 'PUT',
  path: '/user-journey/v1/registration/names',
  requires: whileRegistering,
  summary: 'Stores the names of the person, the organisation, the team and the role.',
  body: z.object({
    username: givenName,
    organization: z.optional(givenName),
    team: z.optional(givenName),
    role: z.optional(givenName),
    /** The token of an invitation link opened with a registration under way. */
    invitation: z.optional(linkToken),
  }),
  response: registrationAttempt,
});

/** Step 4. The plan must be one for the kind of account. 409 registration_step_skipped for an invited person. */
export const saveRegistrationPlan = endpoint({
  method: 'PUT',
  path: '/user-journey/v1/registration/plan',
  requires: whileRegistering,
  summary: 'Stores the plan that was chosen.',
  body: z.object({ plan_name: planName }),
  response: registrationAttempt,
});

/** The most characters of a message to sales. */
export const enquiryMaxLength = 5000;

/**
 * Stores an enquiry and mails it to sales, from step 4 on. The stage of the registration does not change. A key that
 * has done something else is refused with 409 idempotency_key_reused.
 */
export const contactSales = endpoint({
  method: 'POST',
  path: '/user-journey/v1/registration/enterprise-contact',
  requires: whileRegistering,
  summary: 'Sends an enquiry of a large organisation to sales.',
  body: z.object({
    name: givenName,
    organization: givenName,
    seats: z.int().check(z.gte(1), z.lte(1_000_000)),
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(enquiryMaxLength)),
    idempotency_key: z.uuid(),
  }),
  response: z.object({ id: z.uuid() }),
});

/**
 * Step 5: founds the organisation on the plan Free!, or joins the inviting one, and turns the caller's session into
 * that of a member. A plan that costs something is ordered in the subscription afterwards: `plan_to_order` names it.
 * Posted again it answers the same. 409 seats_taken and invitation_ended if the organisation cannot be joined any more.
 */
export const completeRegistration = endpoint({
  method: 'POST',
  path: '/user-journey/v1/registration/completion',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'Completes the caller’s registration.',
  response: z.object({ member_id: z.uuid(), organization_id: z.uuid(), plan_to_order: z.nullable(planName) }),
});

/**
 * Deletes the registration with all its entries, and the account it created once the address was verified, for good,
 * and ends its sessions in every browser. 403 password_wrong, with the limit of one's own password. A person who has
 * become a member of an organisation meanwhile keeps the account, which is deleted in the profile.
 */
export const deleteRegistration = endpoint({
  method: 'POST',
  path: '/user-journey/v1/registration/deletion',
  requires: whileRegistering,
  summary: 'Deletes the caller’s registration.',
  body: z.object({ password: currentPassword }),
  response: z.object({ account_deleted: z.boolean() }),
});
