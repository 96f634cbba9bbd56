import type { CDPSession, Page } from 'playwright';

/** A single request of a page, as it went over the wire. */
export type Transfer = {
  readonly url: string;
  /** The type in Chromium's words: Document, Script, Stylesheet, Fetch … */
  readonly type: string;
  /** Bytes of the body as it went over the wire, compressed; headers are not counted. */
  readonly bytes: number;
  /** True if it was requested before the page's load event; later requests, when idle, are for the next page. */
  readonly isBeforeLoad: boolean;
  /**
   * True for a prefetch for the next page: a link with rel=prefetch, which Chromium requests last of all and without a
   * type. So is the code of it that runs afterwards, which comes from the cache if possible.
   */
  readonly isAhead: boolean;
};

/** Counts what a page transfers from now on. The browser's cache is switched off: every opening is a cold one. */
export async function watchWire(
  page: Page,
): Promise<{ readonly transfers: readonly Transfer[]; readonly session: CDPSession }> {
  const session = await page.context().newCDPSession(page);
  const transfers: Transfer[] = [];
  const open = new Map<string, Transfer & { bytes: number }>();
  const ahead = new Set<string>();
  let isLoaded = false;
  // Chromium sends the events of one page in order, so requests after this event come after the load.
  session.on('Page.loadEventFired', () => (isLoaded = true));
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Other' && request.initialPriority === 'VeryLow') ahead.add(request.url);
    if (/^https?:/.test(request.url))
      open.set(requestId, {
        url: request.url,
        type: type ?? 'Other',
        bytes: 0,
        isBeforeLoad: !isLoaded,
        isAhead: ahead.has(request.url),
      });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = open.get(requestId);
    if (request !== undefined) request.bytes -= response.encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = open.get(requestId);
    if (request === undefined) return;
    // Headers are included; Chromium reports the bytes of the page itself nowhere else.
    request.bytes += encodedDataLength;
    transfers.push(request);
  });
  await session.send('Page.enable');
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return { transfers, session };
}

const bytesPerKilobyte = 1024;

export const kilobytes = (transfers: readonly Transfer[]): number =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerKilobyte;

export const scriptsAmong = (transfers: readonly Transfer[]): Transfer[] =>
  transfers.filter(({ type }) => type === 'Script');
