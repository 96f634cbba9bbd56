import type { CDPSession } from '../../e2e/harness/browser.ts';

/** A request as the browser tells of it; times in seconds, by the browser's own clock. */
export type Request = { readonly url: string; readonly bytes: number; readonly begin: number; readonly end: number };

/**
 * Notes every request of a page from now on, in the order in which they were sent; those without an answer are left
 * out.
 */
export async function watchRequests(session: CDPSession): Promise<() => readonly Request[]> {
  const requests = new Map<string, Request & { bytes: number; end: number }>();
  session.on(
    'Network.requestWillBeSent',
    ({ requestId, request, timestamp }) =>
      void requests.set(requestId, { url: request.url, bytes: 0, begin: timestamp, end: Number.POSITIVE_INFINITY }),
  );
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request !== undefined) request.bytes -= response.encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = requests.get(requestId);
    if (request === undefined) return;
    // Headers are included; Chromium reports the bytes of the page itself nowhere else.
    request.bytes += encodedDataLength;
    request.end = timestamp;
  });
  await session.send('Network.enable');
  return () =>
    [...requests.values()]
      .filter(({ end }) => end < Number.POSITIVE_INFINITY)
      .toSorted((one, other) => one.begin - other.begin);
}

/**
 * The most requests of which each was sent after the one before had ended: how often the page had to wait for an answer
 * to know what to ask.
 */
export function longestChain(requests: readonly Request[]): readonly Request[] {
  const chain: Request[] = [];
  for (const request of requests.toSorted((one, other) => one.end - other.end)) {
    if (request.begin >= (chain.at(-1)?.end ?? 0)) chain.push(request);
  }
  return chain;
}
