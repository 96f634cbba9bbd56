import * as z from '@parlance/shared/contract/schema';
import { storedEmail } from '../../values/email.ts';
import { endpoint } from '../../endpoint.ts';
import { language } from '../../values/language.ts';
import { givenName } from '../../values/name.ts';

/** The second factor: whether a sign-in asks for a code by e-mail after the password (specification §3). */
export const mfaPreference = z.enum(['NONE', 'EMAIL_OTP']);

/** The profile (specification §3 and §5): an answer of another shape is the error 'Invalid profile response'. */
export const profile = z.object({
  username: z.nullable(z.string()),
  email: storedEmail,
  role: z.string(),
  organization: z.string(),
  mfa_preference: mfaPreference,
  language,
  teams: z.array(z.string()),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/v1/profile',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'The caller’s own profile.',
  response: profile,
});

/** Changes only the given fields. The e-mail, the password and the second factor have endpoints of their own. */
export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/users/v1/profile',
  requires: { workspace: 'any' },
  summary: 'Changes the caller’s name or language.',
  body: z.strictObject({
    username: z.optional(givenName),
    language: z.optional(language),
  }),
  response: profile,
});
