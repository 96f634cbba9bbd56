/**
 * What the tabs of one browser tell one another about the session they share. `ended`: the server knows nobody any
 * more; what was typed waits for the person to sign in again. `signed-out`: the person left. `signed-in`: somebody is
 * there. `changed`: the profile of the person has changed.
 */
export type TabNews = 'ended' | 'signed-out' | 'signed-in' | 'changed';

const kinds: readonly unknown[] = ['ended', 'signed-out', 'signed-in', 'changed'] satisfies TabNews[];
/** Tabs of two releases of the product talk over it, so its name and the kinds above only grow. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parlance:session');

/**
 * Tells every other tab of this origin, and never the page itself. Without the channel they find out at their next
 * request.
 */
export function tellTabs(news: TabNews): void {
  channel?.postMessage(news);
}

/** Hears what other tabs tell, until the function it gives is called. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (kinds.includes(data)) listener(data as TabNews); // one of `kinds`
  };
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}
