const news = new EventTarget();
const changed = 'changed';

/** Tells every list of dialogues on this page that one was started, renamed, moved or deleted. */
export const tellDialoguesChanged = (): void => void news.dispatchEvent(new Event(changed));

/** Hears it, until the function it gives is called. */
export function onDialoguesChanged(listener: () => void): () => void {
  news.addEventListener(changed, listener);
  return () => news.removeEventListener(changed, listener);
}
