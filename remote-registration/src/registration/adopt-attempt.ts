import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { ApiFailure } from '@parlance/shared/http';
import { sessionMoved, sessionStore } from '@parlance/shared/session';
import { holdAttempt } from './attempt-store.ts';

/** Continues in the session of a registration that a response has opened in this browser. */
export async function adoptAttempt(attempt: RegistrationAttempt): Promise<void> {
  holdAttempt(attempt);
  if (sessionStore.getState().profile?.email === attempt.email) return;
  await sessionMoved({ goesOn: true });
  if (sessionStore.getState().status !== 'signed-in')
    throw new ApiFailure({
      status: 0,
      code: 'unauthenticated',
      message: 'The browser did not keep the cookies of the registration.',
    });
}
