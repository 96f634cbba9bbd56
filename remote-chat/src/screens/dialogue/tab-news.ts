/** Tabs of two releases of the product talk over it, so its name and what goes over it stay as they are. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parlance:dialogue');

/**
 * Tells the other tabs of this browser that something was said in a dialogue, that another branch is read, or that it
 * is gone.
 */
export function tellTabs(dialogueId: string): void {
  channel?.postMessage(dialogueId);
}

/** Hears it, until the function it gives is called. Without the channel a tab finds out with its next request. */
export function onTabNews(listener: (dialogueId: string) => void): () => void {
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data);
  };
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}
