/**
 * The messages between the tabs of one browser about the session they share. `ended`: the server knows nobody any more;
 * drafts wait for the person to sign in again. `signed-out`: the person left. `signed-in`: somebody is there.
 * `changed`: the profile of the person has changed.
 */
export type TabNews = 'ended' | 'signed-out' | 'signed-in' | 'changed';

const kinds: readonly unknown[] = ['ended', 'signed-out', 'signed-in', 'changed'] satisfies TabNews[];
/** The channel also connects tabs of two releases of the product, so its name is fixed and its kinds only grow. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parlance:session');

/**
 * Tells every other tab of this origin, and never the page itself. Without the channel they find out at their next
 * request.
 */
export function tellTabs(news: TabNews): void {
  channel?.postMessage(news);
}

/** Listens for news of other tabs; the returned function unsubscribes. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (kinds.includes(data)) listener(data as TabNews); // one of `kinds`
  };
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}
