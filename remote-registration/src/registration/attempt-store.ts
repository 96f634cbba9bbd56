import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useSyncExternalStore } from 'react';

/** The registration as the server told it last. */
export type StoredAttempt = {
  readonly attempt: RegistrationAttempt;
  /**
   * Milliseconds since 1970 by this browser's clock: what the server counts in seconds from now is counted from then.
   */
  readonly receivedAt: number;
};

let held: StoredAttempt | null = null;
const listeners = new Set<() => void>();

/** Holds what the server answered; null where there is nobody to whom it would belong. */
export function holdAttempt(attempt: RegistrationAttempt | null): void {
  hold(attempt === null ? null : { attempt, receivedAt: Date.now() });
}

/** Changes the number of tries that are left, which comes with a refusal: the times are still counted from before. */
export function holdTriesLeft(left: number): void {
  if (held === null || held.attempt.code === null) return;
  hold({ ...held, attempt: { ...held.attempt, code: { ...held.attempt.code, tries_left: left } } });
}

function hold(next: StoredAttempt | null): void {
  held = next;
  for (const tell of listeners) tell();
}

/** The registration as the server told it last, for the whole page: every step answers it. */
export function useHeldAttempt(): StoredAttempt | null {
  return useSyncExternalStore(subscribe, () => held);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
