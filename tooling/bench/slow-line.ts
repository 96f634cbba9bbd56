import type { CDPSession, Page } from '../../e2e/harness/browser.ts';

/** A telephone of some years ago on a weak line. */
export const slow = { cpu: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };
const bitsPerByte = 8;

export async function slowDown(session: CDPSession): Promise<void> {
  const throughput = slow.bitsPerSecond / bitsPerByte;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
}

/** The submit handler is there: pressing the button does what it says. */
export const formListens = `globalThis.formListens === true && document.querySelector('form button[type=submit]')?.disabled === false`;
export const botCardIsThere = `document.querySelector('main a[href^="/bots/"]') !== null`;

/**
 * Notes in every page from now on when a form gets its submit handler, and the first frame in which the page is usable.
 */
export async function instrument(page: Page, isUsable: string): Promise<void> {
  await page.addInitScript(`{
    const original = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      if (type === 'submit' && this instanceof HTMLFormElement) globalThis.formListens = true;
      return original.call(this, type, ...rest);
    };
    const look = () => {
      if (${isUsable}) performance.mark('usable');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
}

/** Seconds since the page was asked for. `began`: when that was, in seconds since 1970. */
export type Times = { readonly painted: number; readonly usable: number; readonly began: number };

/** Returns the times at which the page was painted and usable, once it is. */
export async function untilUsable(page: Page): Promise<Times> {
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0, undefined, { timeout: 60_000 });
  const [painted = Number.NaN, usable = Number.NaN, began] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    performance.getEntriesByName('usable')[0]?.startTime,
    performance.timeOrigin,
  ]);
  return { painted: painted / 1000, usable: usable / 1000, began: began / 1000 };
}
