import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration-steps';
import { ApiFailure } from '@parlance/shared/http';
import { anonymousSession, loadSession, sessionStore } from '@parlance/shared/session';
import { holdAttempt } from './attempt-store.ts';

const isSignedIn = () => sessionStore.getState().status === 'signed-in';

/** An answer has opened the session of a registration in this browser: the page goes on in it. */
export async function enterAs(attempt: RegistrationAttempt): Promise<void> {
  holdAttempt(attempt);
  if (sessionStore.getState().profile?.email === attempt.email) return;
  // Under another address it is still the same person: without this the page would be taken from them as a stranger's.
  sessionStore.setState(anonymousSession, true);
  await loadSession();
  // A load that was under way is the one we got, and it may have asked before the cookies were there.
  if (!isSignedIn()) await loadSession();
  if (!isSignedIn()) throw new ApiFailure({ status: 0, code: 'unauthenticated', message: 'The browser did not keep the cookies of the registration.' });
}
