/** The channel also connects tabs of two releases of the product, so its name and messages are fixed. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parlance:dialogue');

/**
 * Tells the other tabs of this browser that a dialogue has a new message or another active branch, or that it is gone.
 */
export function tellTabs(dialogueId: string): void {
  channel?.postMessage(dialogueId);
}

/** Listens for that; the returned function unsubscribes. Without the channel a tab finds out with its next request. */
export function onTabNews(listener: (dialogueId: string) => void): () => void {
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data);
  };
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}
