import { useEffect, useEffectEvent } from 'react';

/** Specification §9: data is refetched on focus at most every five minutes. */
const oldestOnFocus = 5 * 60 * 1000;

/** Calls `refresh` when somebody comes back to data older than five minutes, and when the network is back after a failure. */
export function useRefresh(loadedAt: number | null, hasFailed: boolean, refresh: () => void): void {
  const onFocus = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && loadedAt !== null && Date.now() - loadedAt > oldestOnFocus) refresh();
  });
  const onOnline = useEffectEvent(() => {
    if (hasFailed) refresh();
  });
  useEffect(() => {
    const focus = () => onFocus();
    const online = () => onOnline();
    document.addEventListener('visibilitychange', focus);
    window.addEventListener('focus', focus);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', focus);
      window.removeEventListener('focus', focus);
      window.removeEventListener('online', online);
    };
  }, []);
}
