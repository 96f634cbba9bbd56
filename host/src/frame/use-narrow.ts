import { useSyncExternalStore } from 'react';

/** Where the rail and a reading column no longer fit side by side, the rail is a drawer. */
const narrow = () => window.matchMedia('(width < 900px)');

function subscribe(listener: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches);
