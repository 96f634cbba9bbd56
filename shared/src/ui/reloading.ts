/** Every program has its own copy of this file, so its messages travel as events of the window. */
const asked = 'parlance:reload-asked';
const begins = 'parlance:reload';

/**
 * Reloads the page to get another release, without losing drafts: forms store and restore them (`unsaved.ts`), and a
 * dialog, which is not restored, asks first and calls this again.
 */
export function reloadKeeping(): void {
  if (!window.dispatchEvent(new Event(asked, { cancelable: true }))) return;
  window.dispatchEvent(new Event(begins));
  window.location.reload();
}

/** Adds a listener that may refuse a reload, with `preventDefault`. Returns its removal. */
export function onReloadAsked(listener: (event: Event) => void): () => void {
  window.addEventListener(asked, listener);
  return () => window.removeEventListener(asked, listener);
}

/** Adds a listener that stores drafts: nobody has refused, and the page reloads at once. Returns its removal. */
export function onReload(listener: () => void): () => void {
  window.addEventListener(begins, listener);
  return () => window.removeEventListener(begins, listener);
}
