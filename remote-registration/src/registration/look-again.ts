import { getRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import { ApiFailure, call } from '@parlance/shared/http';
import { loadSession } from '@parlance/shared/session';
import { holdAttempt } from './attempt-store.ts';

/**
 * Refusals that reveal a stale registration: it continued in another tab, on another device, or its invitation ended.
 */
const outOfStep: readonly string[] = [
  'registration_step_ahead',
  'registration_step_skipped',
  'registration_complete',
  'invitation_ended',
];

/** Reloads the registration if a refusal says that it is elsewhere; the guard then redirects. */
export async function lookAgainAfter(error: unknown): Promise<void> {
  if (!(error instanceof ApiFailure) || !outOfStep.includes(error.code)) return;
  try {
    if (error.code === 'registration_complete') await loadSession();
    else holdAttempt(await call(getRegistration, {}));
  } catch (failure) {
    console.warn('The registration could not be looked at again.', failure);
  }
}
