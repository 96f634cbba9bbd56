import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import type { Browser, CDPSession, Locator, Page } from 'playwright';

export type { Browser, CDPSession, Locator, Page };

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function executablePath(): string {
  const found = [process.env['CHROMIUM_PATH'], ...places].find((place) => place !== undefined && existsSync(place));
  if (found === undefined)
    throw new Error('There is no Chromium. `npm test` installs one; for a run by hand set CHROMIUM_PATH.');
  return found;
}

/** What Playwright switches off. A list of one's own takes the place of its list, so it has to be said again. */
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
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: executablePath(),
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
  });
}
