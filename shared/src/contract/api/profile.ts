import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';
import { language } from '../language.ts';

/** Specification §3 and §5: an answer of another shape is the error 'Invalid profile response'. */
export const profile = z.object({
  username: z.nullable(z.string()),
  email: z.email(),
  role: z.string(),
  organization: z.string(),
  mfa_preference: z.enum(['NONE', 'EMAIL_OTP']),
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
