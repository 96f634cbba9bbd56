/** Specification §9. */
const requestTimeoutMs = 60_000;

/**
 * A POST of JSON that arrives also when its page goes away; resolves with the status of the answer. The body is sent as
 * text, which needs no preflight (docs/adr/0010-beacons.md).
 */
export async function keepAlivePost(address: string, body: unknown): Promise<number> {
  const answer = await fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'include',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  // Nobody wants the text; unread, it would hold its connection open.
  await answer.text();
  return answer.status;
}

/**
 * While the page goes away and nobody hears an answer: a beacon, or the keep-alive POST where the browser takes none
 * (specification §7).
 */
export function sendBeacon(address: string, body: unknown): void {
  // nobody is left to tell
  if (!takesBeacon(address, JSON.stringify(body))) keepAlivePost(address, body).catch(() => undefined);
}

/**
 * Browsers refuse a beacon by `false` where too many are under way, and some extensions by taking the function away.
 */
function takesBeacon(address: string, body: string): boolean {
  try {
    return navigator.sendBeacon(address, body);
  } catch {
    return false;
  }
}
