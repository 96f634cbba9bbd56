import * as z from '@parlance/shared/contract/schema';
import { emailAddress } from '../../values/email.ts';
import { endpoint } from '../../endpoint.ts';

/** The status of a registration (specification §3): the stage is 0 … 5 until it is complete. */
export const registrationStatus = z.object({ is_completed: z.boolean(), stage: z.number() });
export type RegistrationStatus = z.infer<typeof registrationStatus>;

/**
 * Returns the stage of a registration. Answers truthfully only for the e-mail of the caller's own session; for any
 * other the answer is the same “not found”, whether the account exists or not.
 */
export const getRegistrationStatus = endpoint({
  method: 'GET',
  path: '/user-journey/v1/registration-status',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'How far the caller’s registration is.',
  query: z.object({ email: emailAddress }),
  response: registrationStatus,
});
