import { useSyncExternalStore } from 'react';
import { useHeldAttempt } from '../registration/attempt-store.ts';

const second = 1000;

/**
 * Counts down what the server gave in seconds from the moment of its answer; null where there is nothing to count. The
 * component is drawn once a second.
 */
export function useSecondsLeft(seconds: number | null): number | null {
  const receivedAt = useHeldAttempt()?.receivedAt ?? 0;
  return useSyncExternalStore(everySecond, () => (seconds === null ? null : secondsLeft(receivedAt + seconds * second)));
}

const secondsLeft = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / second));

function everySecond(tell: () => void): () => void {
  const timer = setInterval(tell, second);
  return () => clearInterval(timer);
}
