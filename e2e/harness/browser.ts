import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import type { Browser, BrowserServer, CDPSession, LaunchOptions, Locator, Page } from 'playwright';

export type { Browser, CDPSession, Locator, Page };

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Returns the path of the Chromium that journeys use. */
export function chromiumPath(): string {
  const found = [process.env['CHROMIUM_PATH'], ...places].find((place) => place !== undefined && existsSync(place));
  if (found === undefined)
    throw new Error('There is no Chromium. `npm test` installs one; for a run by hand set CHROMIUM_PATH.');
  return found;
}

/** The features that Playwright disables. A list of one's own replaces its list, so it is repeated here. */
const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/**
 * Each window would start pages of the browser's own, for an address bar that nobody sees: 0.7 seconds of a processor
 * for each visitor.
 */
const pagesOfTheBrowser = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

/** Chromium’s first start on a busy machine. */
const startDeadlineMs = 120_000;

/** A headless Chromium that speaks to nobody but the product. `flags` are further ones of its command line. */
export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(flags));
}

/** The address of the browser that all files of a run share, for the programs in which Jest runs the tests. */
const sharedAddress = 'E2E_BROWSER';

/** Starts the one that `joinBrowser` joins. */
export async function shareBrowser(): Promise<BrowserServer> {
  const server = await chromium.launchServer({ ...launchOptions(), host: '127.0.0.1' });
  process.env[sharedAddress] = server.wsEndpoint();
  return server;
}

/**
 * The browser of the run; one’s own where that has died, so that it takes no other file with it. Contexts are apart in
 * it as they are in two browsers; closing it closes those that were made through this connection.
 */
export async function joinBrowser(): Promise<Browser> {
  const address = process.env[sharedAddress];
  if (address === undefined) return openBrowser();
  return chromium.connect(address, { timeout: startDeadlineMs }).catch(() => openBrowser());
}

function launchOptions(flags: readonly string[] = []): LaunchOptions {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    executablePath: chromiumPath(),
    timeout: startDeadlineMs,
    args: [
      ...asRoot,
      '--disable-gpu',
      '--disable-quic',
      // A wheel that was turned has moved the page by the next frame, and not a while later.
      '--disable-smooth-scrolling',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...offForPlaywright, ...pagesOfTheBrowser].join()}`,
      ...flags,
    ],
  };
}
