import { useEffect, useEffectEvent, useState } from 'react';
import { useRefresh } from './use-refresh.ts';

/** Data on its way, there, or not to be had. What is there stays there while it is loaded anew. */
export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly data: T }
  | { readonly status: 'failed'; readonly failure: unknown };

type Held<T> = { readonly key: string; readonly loaded: Loaded<T>; readonly at: number | null };

/**
 * Loads what belongs to `key`, again when the key changes, on `retry`, and as useRefresh says. `known` is what is shown
 * until it is loaded for the first time, where something is known.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>, known?: () => T | null): Loaded<T> & { readonly retry: () => void } {
  const [held, setHeld] = useState<Held<T>>(() => {
    const data = known?.() ?? null;
    return { key, loaded: data === null ? { status: 'loading' } : { status: 'ready', data }, at: null };
  });
  const [attempt, setAttempt] = useState(0);
  const current: Held<T> = held.key === key ? held : { key, loaded: { status: 'loading' }, at: null };
  const loadNow = useEffectEvent(load);

  useEffect(() => {
    let isWanted = true;
    loadNow().then(
      (data) => isWanted && setHeld({ key, loaded: { status: 'ready', data }, at: Date.now() }),
      (failure: unknown) => {
        if (!isWanted) return;
        const keepReady = (before: Held<T>): Held<T> =>
          before.key === key && before.loaded.status === 'ready' ? before : { key, loaded: { status: 'failed', failure }, at: null };
        setHeld(keepReady);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [key, attempt]);

  const reload = () => setAttempt((before) => before + 1);
  useRefresh(current.at, current.loaded.status === 'failed', reload);
  function retry(): void {
    setHeld({ key, loaded: { status: 'loading' }, at: null });
    reload();
  }
  return { ...current.loaded, retry };
}
