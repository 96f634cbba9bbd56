import { onScreenName, type ScreenName } from '@parlance/shared/remote/screen-name';
import { useSyncExternalStore } from 'react';

let named: ScreenName | null = null;
const listeners = new Set<() => void>();

// From the first moment on: a screen that is drawn with the shell says its name before any effect of the shell.
onScreenName((told) => {
  if (told.name !== null) named = told;
  else if (told.path === named?.path) named = null;
  for (const listener of listeners) listener();
});

/** What the screen at a path calls itself. Null until it has, so that no name of the screen before is shown. */
export const useNameAt = (path: string): string | null =>
  useSyncExternalStore(subscribe, () => (named?.path === path ? named.name : null));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
