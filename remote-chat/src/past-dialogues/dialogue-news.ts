const news = new EventTarget();
const changed = 'changed';

/** Notifies every list of dialogues on this page that one was started, renamed, moved or deleted. */
export const tellDialoguesChanged = (): void => void news.dispatchEvent(new Event(changed));

/** Listens for such changes; the returned function unsubscribes. */
export function onDialoguesChanged(listener: () => void): () => void {
  news.addEventListener(changed, listener);
  return () => news.removeEventListener(changed, listener);
}
