import { useSyncExternalStore } from 'react';

/** The media query of windows too narrow for the rail and a reading column side by side: the rail is a drawer then. */
const narrow = () => window.matchMedia('(width < 900px)');

function subscribe(listener: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches);
