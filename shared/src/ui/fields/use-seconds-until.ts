import { useSyncExternalStore } from 'react';

const second = 1000;

/**
 * Returns the whole seconds until a moment (milliseconds since 1970), counted down; 0 once it has passed. The component
 * re-renders when they change.
 */
export function useSecondsUntil(moment: number): number {
  return useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((moment - Date.now()) / second)));
}

function everySecond(tell: () => void): () => void {
  const timer = setInterval(tell, second);
  return () => clearInterval(timer);
}
