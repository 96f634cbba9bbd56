import { getRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import { call } from '@parlance/shared/http';
import { useEffect } from 'react';
import { holdAttempt } from '../../registration/attempt-store.ts';

/** Checks on return to the page whether the link of the mail has verified the address meanwhile. */
export function useVerifiedElsewhere(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      call(getRegistration, {}).then(holdAttempt, (error: unknown) =>
        console.warn('The registration could not be looked at again.', error),
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
