/** Every program has its own copy of this file, so what it says travels as events of the window. */
const asked = 'parlance:reload-asked';
const begins = 'parlance:reload';

/**
 * Loads the page anew where a person wants another release, and loses nothing of what they are writing: forms put it
 * away and find it again (`unsaved.ts`), and a dialog, which is not there again, asks first and calls this once more.
 */
export function reloadKeeping(): void {
  if (!window.dispatchEvent(new Event(asked, { cancelable: true }))) return;
  window.dispatchEvent(new Event(begins));
  window.location.reload();
}

/** Calls what may refuse, with `preventDefault`, that the page is loaded anew. Gives what ends it. */
export function onReloadAsked(listener: (event: Event) => void): () => void {
  window.addEventListener(asked, listener);
  return () => window.removeEventListener(asked, listener);
}

/** Calls what puts things away: nobody has refused, and the page is loaded anew at once. Gives what ends it. */
export function onReload(listener: () => void): () => void {
  window.addEventListener(begins, listener);
  return () => window.removeEventListener(begins, listener);
}
