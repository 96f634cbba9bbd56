/** The request timeout in milliseconds (specification §9). */
const requestTimeoutMs = 60_000;

/**
 * Sends a POST of JSON that arrives even if its page unloads; resolves with the status of the response. The body is
 * sent as text, which needs no preflight (docs/adr/0010-beacons.md).
 */
export async function keepAlivePost(address: string, body: unknown): Promise<number> {
  const answer = await fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'include',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  // The body is unneeded, but unread it would hold its connection open.
  await answer.text();
  return answer.status;
}

/**
 * Posts while the page unloads and nobody reads a response: a beacon, or the keep-alive POST if the browser refuses one
 * (specification §7).
 */
export function sendBeacon(address: string, body: unknown): void {
  // Nobody is left to notify.
  if (!takesBeacon(address, JSON.stringify(body))) keepAlivePost(address, body).catch(() => undefined);
}

/**
 * Tries a beacon. Browsers refuse one with `false` if too many are under way, and some extensions remove the function.
 */
function takesBeacon(address: string, body: string): boolean {
  try {
    return navigator.sendBeacon(address, body);
  } catch {
    return false;
  }
}
