import {
  searchRegistrationAttempt,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { call } from '@parlance/shared/http';
import { checkRegistration, isInEnvelope, isRefusal } from '@parlance/shared/session/registration-check';

/**
 * “Error while checking the registration status.” Specification §8 requires a Chinese message if the server gives none,
 * so it is in no locale file. A person reads the text of the failure's code; this message is for the log.
 */
export const checkFailedMessage = '檢查註冊狀態時發生錯誤';

export type Lookup =
  | { readonly success: true; readonly data: RegistrationAttempt }
  | { readonly success: false; readonly message: string; readonly failure: unknown };

/** Loads the registration of an e-mail, or the server's refusal (specification §7). */
export async function lookUpAttempt(email: string): Promise<Lookup> {
  try {
    return { success: true, data: await call(searchRegistrationAttempt, { query: { email } }, { timestamp: false }) };
  } catch (failure) {
    const message = isInEnvelope(failure) ? failure.message : '';
    return { success: false, message: message === '' ? checkFailedMessage : message, failure };
  }
}

export type RegistrationState =
  | { readonly kind: 'pending'; readonly attempt: RegistrationAttempt }
  | { readonly kind: 'complete' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly failure: unknown };

/** Loads the registration of the signed-in person. Only if the server does not return it, its status says why. */
export async function findRegistration(email: string): Promise<RegistrationState> {
  const lookup = await lookUpAttempt(email);
  if (lookup.success) return { kind: 'pending', attempt: lookup.data };
  console.warn(lookup.message, lookup.failure);
  // Without a network the status would fail too, and that must lead nobody away.
  if (!isRefusal(lookup.failure)) return { kind: 'failed', failure: lookup.failure };
  const status = await checkRegistration(email);
  if (status === 'refused') return { kind: 'refused' };
  return status.is_completed ? { kind: 'complete' } : { kind: 'failed', failure: lookup.failure };
}
