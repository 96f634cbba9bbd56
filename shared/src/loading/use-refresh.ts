import { useEffect, useEffectEvent } from 'react';

/** Milliseconds. Data is refetched on focus at most this often (specification §9). */
export const refreshOnFocusAfter = 5 * 60 * 1000;

/**
 * Calls `refresh` when somebody comes back to data older than five minutes, and when the network is back after a
 * failure. `loadedAt` is in milliseconds since 1970, null where nothing is loaded.
 */
export function useRefresh(loadedAt: number | null, hasFailed: boolean, refresh: () => void): void {
  const onFocus = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && loadedAt !== null && Date.now() - loadedAt > refreshOnFocusAfter) refresh();
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
