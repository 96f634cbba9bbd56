/** Connects the windows of one browser, also those of two releases, so its name and the shape of its messages stay. */
const channelName = 'parlance:tool-sign-in';

/** A sign-in that was finished, or one that failed: which, by the `state` of its address (RFC 6749 §4.1.1). */
export type ToolSignInNews =
  | { readonly is: 'signed-in'; readonly toolId: string }
  | { readonly is: 'failed'; readonly state: string; readonly code: string };

/** Tells every other window of this origin how a sign-in to the server of a tool has ended. */
export function tellToolSignIn(news: ToolSignInNews): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(news);
  channel.close();
}

/** Listens for sign-ins that end in another window; the returned function unsubscribes. */
export function onToolSignIn(listener: (news: ToolSignInNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isNews(data)) listener(data);
  });
  return () => channel.close();
}

function isNews(data: unknown): data is ToolSignInNews {
  // Any object may have these fields.
  const { is, toolId, state, code } = Object(data) as Readonly<Record<string, unknown>>;
  return is === 'signed-in'
    ? typeof toolId === 'string'
    : is === 'failed' && typeof state === 'string' && typeof code === 'string';
}
