import { getRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import { ApiFailure, call } from '@parlance/shared/http';
import { loadSession } from '@parlance/shared/session';
import { holdAttempt } from './attempt-store.ts';

/**
 * The registration is not what this page believes: it went on in another tab, on another device, or its invitation
 * ended.
 */
const outOfStep: readonly string[] = [
  'registration_step_ahead',
  'registration_step_skipped',
  'registration_complete',
  'invitation_ended',
];

/** Where a refusal says that the registration is elsewhere, finds out where; the guard then leads there. */
export async function lookAgainAfter(error: unknown): Promise<void> {
  if (!(error instanceof ApiFailure) || !outOfStep.includes(error.code)) return;
  try {
    if (error.code === 'registration_complete') await loadSession();
    else holdAttempt(await call(getRegistration, {}));
  } catch (failure) {
    console.warn('The registration could not be looked at again.', failure);
  }
}
