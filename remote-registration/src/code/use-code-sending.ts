import { sendRegistrationCode } from '@parlance/shared/contract/api/registration/registration-steps';
import { call } from '@parlance/shared/http';
import { type Sending, useSending } from '@parlance/shared/ui/fields';
import { holdAttempt } from '../registration/attempt-store.ts';

/** Returns a function that requests the code which verifies the e-mail address, and then continues. */
export function useCodeSending(
  next: () => void,
): Pick<Sending, 'isSending' | 'failure'> & { readonly sendCode: () => void } {
  const { send, isSending, failure } = useSending();
  const sendCode = () =>
    send(async () => {
      holdAttempt(await call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
      next();
      return 'again';
    });
  return { sendCode, isSending, failure };
}
