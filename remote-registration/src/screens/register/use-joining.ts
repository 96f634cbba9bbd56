import { acceptInvitation } from '@parlance/shared/contract/api/invitations';
import { call } from '@parlance/shared/http';
import { useRef, useState } from 'react';
import { leaveFor } from '../../leaving/leaving.ts';

/** Joins the organisation of an invitation. The session moves there, so home is loaded anew. */
export function useJoining(token: string): { readonly join: () => void; readonly isSending: boolean; readonly failure: unknown } {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isUnderWay = useRef(false);

  async function send(): Promise<void> {
    try {
      await call(acceptInvitation, { body: { token } });
      leaveFor('/');
    } catch (error) {
      isUnderWay.current = false;
      setIsSending(false);
      setFailure(error);
    }
  }

  function join(): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setFailure(null);
    void send();
  }
  return { join, isSending, failure };
}
