import { onScreenName, type ScreenName } from '@parlance/shared/remote/screen-name';
import { useSyncExternalStore } from 'react';

let named: ScreenName | null = null;
const listeners = new Set<() => void>();

// Subscribed on import: a screen that renders together with the shell announces its name before any effect of the
// shell.
onScreenName((told) => {
  if (told.name !== null) named = told;
  else if (told.path === named?.path) named = null;
  for (const listener of listeners) listener();
});

/**
 * Returns the name that the screen at a path gives itself. Null until it has, so that no previous screen's name is
 * shown.
 */
export const useNameAt = (path: string): string | null =>
  useSyncExternalStore(subscribe, () => (named?.path === path ? named.name : null));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
