import { useSecondsUntil } from '@parlance/shared/ui/fields';
import { useHeldAttempt } from '../registration/attempt-store.ts';

const second = 1000;

/** Counts down the seconds that the server gave, from the moment of its response; null if there is nothing to count. */
export function useSecondsLeft(seconds: number | null): number | null {
  const receivedAt = useHeldAttempt()?.receivedAt ?? 0;
  const left = useSecondsUntil(seconds === null ? 0 : receivedAt + seconds * second);
  return seconds === null ? null : left;
}
