import { getRegistration } from '@parlance/shared/contract/api/registration-steps';
import { call } from '@parlance/shared/http';
import { useEffect } from 'react';
import { holdAttempt } from '../../registration/attempt-store.ts';

/** Looks, when the person comes back to this page, whether the link of the mail has done meanwhile what the code would. */
export function useVerifiedElsewhere(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      call(getRegistration, {}).then(holdAttempt, (error: unknown) => console.warn('The registration could not be looked at again.', error));
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
