import { existsSync } from 'node:fs';
import { type Browser, type Page, launch } from 'puppeteer-core';
import { patienceMs } from './eventually.ts';

const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/**
 * A headless Firefox, by WebDriver BiDi: Playwright speaks to a build of its own alone, and people have the one of
 * their system.
 */
export function openFirefox(): Promise<Browser> {
  const executablePath = [process.env['FIREFOX_PATH'], ...places].find(
    (place) => place !== undefined && existsSync(place),
  );
  if (executablePath === undefined)
    throw new Error('There is no Firefox. `npm test` installs one; for a run by hand set FIREFOX_PATH.');
  return launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Set on the command line: an ESR does not yet know the command for it.
    args: ['--width=1280', '--height=900'],
    defaultViewport: null,
    timeout: patienceMs,
    protocolTimeout: patienceMs,
    extraPrefsFirefox: {
      // Firefox contacts nobody but the product.
      'browser.safebrowsing.downloads.remote.enabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'intl.accept_languages': 'en-US',
    },
  });
}

/** A visitor with Firefox, with cookies and storage of their own. */
export type FirefoxVisitor = {
  readonly page: Page;
  /** Errors and warnings of the console, and uncaught errors. */
  readonly faults: string[];
  /** Every requested URL, in order. */
  readonly requested: string[];
};

export async function visitInFirefox(browser: Browser): Promise<FirefoxVisitor> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const faults: string[] = [];
  const requested: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type()))
      faults.push(`${message.type()}: ${message.text()} (${message.location().url ?? ''})`);
  });
  page.on('pageerror', (error) =>
    faults.push(`uncaught: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  );
  page.on('request', (request) => requested.push(request.url()));
  return { page, faults, requested };
}
