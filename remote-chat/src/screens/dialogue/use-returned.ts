import { useEffect, useEffectEvent, useState } from 'react';
import type { Attempt } from '../../composer/attempt.ts';

/**
 * Shows the prompt that was being sent when its dialogue was left, until it has arrived: it is not unsent. Its turn is
 * loaded once the server has it, because the screen that sent it no longer exists.
 */
export function useReturned(sending: Attempt | null, loadNewest: () => Promise<void>): string | null {
  const [key] = useState(sending?.key ?? null);
  const isOnItsWay = key !== null && sending?.key === key;
  const load = useEffectEvent(loadNewest);
  useEffect(() => {
    if (key !== null && !isOnItsWay) void load();
  }, [key, isOnItsWay]);
  return isOnItsWay ? sending.text : null;
}
