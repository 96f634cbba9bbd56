import { completeRegistration } from '@parlance/shared/contract/api/registration-steps';
import { call } from '@parlance/shared/http';
import { useRef, useState } from 'react';
import { leaveFor } from '../../leaving/leaving.ts';
import { dropDrafts } from '../../registration/draft.ts';
import { lookAgainAfter } from '../../registration/look-again.ts';

/** Completes the registration. The session is a member's from then on, so home is loaded anew. */
export function useCompletion(): { readonly complete: () => void; readonly isSending: boolean; readonly failure: unknown } {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isUnderWay = useRef(false);

  async function send(): Promise<void> {
    try {
      await call(completeRegistration, {});
      dropDrafts();
      leaveFor('/');
    } catch (error) {
      isUnderWay.current = false;
      setIsSending(false);
      setFailure(error);
      await lookAgainAfter(error);
    }
  }

  function complete(): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setFailure(null);
    void send();
  }
  return { complete, isSending, failure };
}
