import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useSyncExternalStore } from 'react';

/** The registration in the server's last response. */
export type StoredAttempt = {
  readonly attempt: RegistrationAttempt;
  /**
   * The time of the response in milliseconds since 1970 by this browser's clock: the server's seconds count from then.
   */
  readonly receivedAt: number;
};

let held: StoredAttempt | null = null;
const listeners = new Set<() => void>();

/** Stores the server's response; null if it would belong to nobody. */
export function holdAttempt(attempt: RegistrationAttempt | null): void {
  hold(attempt === null ? null : { attempt, receivedAt: Date.now() });
}

/** Sets the remaining tries, which come with a refusal: the times still count from the earlier response. */
export function holdTriesLeft(left: number): void {
  if (held === null || held.attempt.code === null) return;
  hold({ ...held, attempt: { ...held.attempt, code: { ...held.attempt.code, tries_left: left } } });
}

function hold(next: StoredAttempt | null): void {
  held = next;
  for (const tell of listeners) tell();
}

/** Returns the registration in the server's last response, for the whole page: every step returns it. */
export function useHeldAttempt(): StoredAttempt | null {
  return useSyncExternalStore(subscribe, () => held);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
