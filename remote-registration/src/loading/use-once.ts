import type { Loaded, Retried } from '@parlance/shared/loading';
import { useEffect, useEffectEvent, useState } from 'react';

type LoadedFor<T> = { readonly of: string | null; readonly attempt: number; readonly loaded: Loaded<T> };

/**
 * Loads the data of `key` once, and again on `retry`; stays `loading` without a key. For a page that one person walks
 * through once: `useLoaded` would bring react-query, 10.5 kB of gzip, whose cache and refreshes have no use here.
 */
export function useOnce<T>(key: string | null, load: () => Promise<T>): Retried<T> {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<LoadedFor<T> | null>(null);
  const startLoading = useEffectEvent(load);

  useEffect(() => {
    if (key === null) return;
    let isWanted = true;
    const hold = (loaded: Loaded<T>) => isWanted && setHeld({ of: key, attempt, loaded });
    startLoading().then(
      (data) => hold({ status: 'ready', data }),
      (failure: unknown) => hold({ status: 'failed', failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, attempt]);

  const isCurrent = held !== null && held.of === key && held.attempt === attempt;
  return { ...(isCurrent ? held.loaded : { status: 'loading' }), retry: () => setAttempt(attempt + 1) };
}
