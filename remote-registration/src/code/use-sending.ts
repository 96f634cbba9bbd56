import { sendRegistrationCode } from '@parlance/shared/contract/api/registration-steps';
import { call } from '@parlance/shared/http';
import { useRef, useState } from 'react';
import { holdAttempt } from '../registration/attempt-store.ts';

export type Sending = {
  /** Has a code sent, and then does what comes next. Does nothing while one is being sent. */
  readonly send: () => void;
  readonly isSending: boolean;
  readonly failure: unknown;
};

/** Has the code sent that verifies the e-mail address. */
export function useSending(next: () => void): Sending {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isUnderWay = useRef(false);

  async function trySending(): Promise<void> {
    try {
      holdAttempt(await call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
      next();
    } catch (error) {
      setFailure(error);
    }
    isUnderWay.current = false;
    setIsSending(false);
  }

  function send(): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setFailure(null);
    void trySending();
  }
  return { send, isSending, failure };
}
