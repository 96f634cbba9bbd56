import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from '../../e2e/harness/browser.ts';
import type { Browser } from '../../e2e/harness/browser.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import type { Product } from '../../e2e/harness/product.ts';
import { signInByForm } from '../../e2e/harness/screens.ts';
import { demoPassword, newVisitor } from '../../e2e/harness/visitor.ts';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';
import { residentMegabytes } from './processes.ts';
import { type Request, longestChain, watchRequests } from './request-chain.ts';
import { botCardIsThere, instrument, slow, slowDown, untilUsable } from './slow-line.ts';

const rounds = 5;
const restMs = 50_000;
const email = 'member@pro.example';
const bytesPerKilobyte = 1024;

/**
 * Seconds from the press on “Sign in” until the home screen is usable, with all that the login page loads ahead at
 * hand.
 */
async function signInAndWait(browser: Browser, product: Product, isSlow: boolean): Promise<number> {
  const visitor = await newVisitor(browser, product);
  try {
    const { page } = visitor;
    if (isSlow) await slowDown(await page.context().newCDPSession(page));
    await instrument(page, botCardIsThere);
    await visitor.open('/auth/login');
    await page.getByRole('main').dispatchEvent('focusin');
    await page.locator('script[src^="/assets/shell."]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const pressed = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/sign_in'));
    await signInByForm(page, email, demoPassword);
    const request = await pressed;
    await page.waitForURL((url) => url.pathname === '/');
    const { began, usable } = await untilUsable(page);
    return began + usable - request.timing().startTime / 1000;
  } finally {
    await visitor.close();
  }
}

/** Returns the requests that `/` makes until it is usable, opened cold on the slow line. */
async function requestsUntilUsable(browser: Browser, product: Product): Promise<readonly Request[]> {
  const visitor = await newVisitor(browser, product);
  try {
    const { page } = visitor;
    await visitor.signIn(email);
    await instrument(page, botCardIsThere);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await slowDown(session);
    const requests = await watchRequests(session);
    await visitor.open('/');
    const { usable } = await untilUsable(page);
    const all = requests();
    const begin = all[0]?.begin ?? 0;
    // The icon delays nothing.
    return all.filter(({ url, end }) => end - begin < usable && !url.endsWith('/favicon.svg'));
  } finally {
    await visitor.close();
  }
}

const several = async (measure: () => Promise<number>): Promise<number> => {
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) values.push(await measure());
  return median(values);
};

/** Returns the resident memory of a process at rest for a minute: the median of ten samples. */
async function restingMegabytes(pid: number): Promise<number> {
  await wait(restMs);
  const moments: number[] = [];
  for (let moment = 0; moment < 10; moment++) {
    moments.push(residentMegabytes(pid));
    await wait(1000);
  }
  return median(moments);
}

const inWords =
  (begin: number) =>
  ({ url, begin: sent, end }: Request) => {
    const { pathname } = new URL(url);
    return `  ${(sent - begin).toFixed(2)} – ${(end - begin).toFixed(2)} s ${pathname}`;
  };

/** Measures the time until the first screen is usable, and what it costs. */
export async function measureFirstScreen(): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const memory = await restingMegabytes(product.pid);
    const fast = await several(() => signInAndWait(browser, product, false));
    const slowly = await several(() => signInAndWait(browser, product, true));
    const requests = await requestsUntilUsable(browser, product);
    const chain = longestChain(requests);
    console.log(
      `\nThe longest chain of requests of a cold /:\n${chain.map(inWords(requests[0]?.begin ?? 0)).join('\n')}`,
    );
    const line = `CPU ÷ ${slow.cpu}, ${slow.bitsPerSecond / 1e6} Mbit/s, ${slow.latencyMs} ms`;
    return [
      {
        what: 'From “Sign in” to the home screen',
        value: fast,
        unit: 's',
        limit: 0.35,
        how: `median of ${rounds} in Chromium, from the request of signing in to the first bot card; what the login page loads ahead is there`,
      },
      {
        what: 'From “Sign in” to the home screen, slow line',
        value: slowly,
        unit: 's',
        limit: 1.5,
        how: `the same; ${line}`,
      },
      {
        what: 'Chat screen (/), everything until usable',
        value: requests.reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerKilobyte,
        unit: 'KB',
        limit: 190,
        how: `one cold opening, ${line}; all answers that had come when the first bot card was there`,
      },
      {
        what: 'Chat screen (/), requests until usable',
        value: requests.length,
        unit: 'requests',
        limit: 14,
        how: 'the same, the page itself included',
      },
      {
        what: 'Chat screen (/), requests one after another',
        value: chain.length,
        unit: 'requests',
        limit: 3,
        how: 'the same; the most of which each was sent after the one before had been answered',
      },
      {
        what: 'Memory of the idle product (embedded database)',
        value: memory,
        unit: 'MB',
        limit: 300,
        how: 'resident, a minute after it is ready, on a copy of the demonstration data; nobody has used it yet',
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
