import { useEffect, useEffectEvent, useState } from 'react';
import type { Attempt } from '../../composer/attempt.ts';

/**
 * The prompt that was on its way when its dialogue was left, for who comes back before it has arrived: it is not
 * unsent. Its turn is loaded once the server has it, because the page that sent it is not there any more.
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
