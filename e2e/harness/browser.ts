import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import type { Browser, Page } from 'playwright';

export type { Browser, Page };

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function executablePath(): string {
  const found = [process.env['CHROMIUM_PATH'], ...places].find((place) => place !== undefined && existsSync(place));
  if (found === undefined) throw new Error('There is no Chromium. `npm test` installs one; for a run by hand set CHROMIUM_PATH.');
  return found;
}

/** A headless Chromium that speaks to nobody but the product. */
export function openBrowser(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: executablePath(),
    args: [
      ...asRoot,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
