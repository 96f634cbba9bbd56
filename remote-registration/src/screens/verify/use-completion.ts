import { completeRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import { call } from '@parlance/shared/http';
import { sessionMoved } from '@parlance/shared/session';
import { type Sending, useSending } from '@parlance/shared/ui/fields';
import { dropDrafts } from '../../registration/draft.ts';
import { lookAgainAfter } from '../../registration/look-again.ts';

/** Completes the registration. The session is a member's from then on. */
export function useCompletion(): Pick<Sending, 'isSending' | 'failure'> & { readonly complete: () => void } {
  const { send, isSending, failure } = useSending();

  async function complete(): Promise<undefined> {
    try {
      await call(completeRegistration, {});
    } catch (error) {
      void lookAgainAfter(error);
      throw error;
    }
    dropDrafts();
    await sessionMoved();
  }
  return { complete: () => send(complete), isSending, failure };
}
