import { openBrowser } from '../../e2e/harness/browser.ts';
import type { Browser } from '../../e2e/harness/browser.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import type { Product } from '../../e2e/harness/product.ts';
import { untilQuiet } from '../../e2e/harness/quiet.ts';
import { newVisitor } from '../../e2e/harness/visitor.ts';
import { kilobytes, scriptsAmong, watchWire } from '../../e2e/harness/wire.ts';
import type { Transfer } from '../../e2e/harness/wire.ts';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';
import { botCardIsThere, formListens, instrument, slow, slowDown, untilUsable } from './slow-line.ts';

const openings = 5;

type Opening = { readonly painted: number; readonly usable: number; readonly transfers: readonly Transfer[] };
type Target = {
  readonly path: string;
  readonly email?: string;
  /** Runs in the page on every frame: whether a person can use it now. */
  readonly isUsable: string;
};

const composerIsThere = `document.querySelector('main textarea:not([disabled])') !== null`;

async function openCold(browser: Browser, product: Product, target: Target, isSlow: boolean): Promise<Opening> {
  const visitor = await newVisitor(browser, product);
  try {
    if (target.email !== undefined) await visitor.signIn(target.email);
    const { page } = visitor;
    await instrument(page, target.isUsable);
    const { transfers, session } = await watchWire(page);
    if (isSlow) await slowDown(session);
    await page.goto(target.path);
    const { painted, usable } = await untilUsable(page);
    await page.waitForLoadState('networkidle');
    return { painted, usable, transfers: [...transfers] };
  } finally {
    await visitor.close();
  }
}

/** Measures a remote opened after another one: its screen is reached through the menu. */
async function openFurther(browser: Browser, product: Product): Promise<readonly Transfer[]> {
  const visitor = await newVisitor(browser, product);
  try {
    await visitor.signIn('admin@pro.example');
    const { page } = visitor;
    await visitor.open('/');
    await page.locator('main a[href^="/bots/"]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const { transfers } = await watchWire(page);
    await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/agent-controller"]').click();
    await page.waitForURL((url) => url.pathname === '/agent-controller');
    await untilQuiet(visitor);
    return [...transfers];
  } finally {
    await visitor.close();
  }
}

async function openSlowly(
  browser: Browser,
  product: Product,
  target: Target,
): Promise<{ painted: number; usable: number }> {
  const measured: Opening[] = [];
  for (let opening = 0; opening < openings; opening++) measured.push(await openCold(browser, product, target, true));
  return { painted: median(measured.map((it) => it.painted)), usable: median(measured.map((it) => it.usable)) };
}

const emulated = `median of ${openings} cold openings in Chromium over CDP, CPU ÷ ${slow.cpu}, ${slow.bitsPerSecond / 1e6} Mbit/s, ${slow.latencyMs} ms`;
const counted = 'cold opening in Chromium, encodedDataLength of the answers over CDP (brotli)';

/** Bytes, requests and times of the first page and of the chat screen. */
export async function measurePages(): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const login: Target = { path: '/auth/login', isUsable: formListens };
    const chat: Target = { path: '/', email: 'member@pro.example', isUsable: botCardIsThere };
    const bot: Target = {
      path: await firstBotPath(browser, product),
      email: 'admin@pro.example',
      isUsable: composerIsThere,
    };
    const atLogin = (await openCold(browser, product, login, false)).transfers.filter((it) => it.isBeforeLoad);
    const atChat = (await openCold(browser, product, chat, false)).transfers;
    const further = await openFurther(browser, product);
    const slowLogin = await openSlowly(browser, product, login);
    const slowChat = await openSlowly(browser, product, chat);
    const slowBot = await openSlowly(browser, product, bot);
    return [
      {
        what: 'Login page, JavaScript',
        value: kilobytes(scriptsAmong(atLogin)),
        unit: 'KB',
        limit: 150,
        how: `${counted}, up to the load event`,
      },
      { what: 'Login page, everything', value: kilobytes(atLogin), unit: 'KB', how: 'the same, all answers' },
      {
        what: 'Login page, requests',
        value: atLogin.length,
        unit: 'requests',
        limit: 6,
        how: 'the same, the page itself included',
      },
      {
        what: 'Chat screen (/), JavaScript',
        value: kilobytes(scriptsAmong(atChat)),
        unit: 'KB',
        limit: 470,
        how: `${counted}, until the network is idle`,
      },
      { what: 'Chat screen (/), everything', value: kilobytes(atChat), unit: 'KB', how: 'the same, all answers' },
      {
        what: 'Chat screen (/), requests',
        value: atChat.length,
        unit: 'requests',
        how: 'the same, calls of the API included',
      },
      {
        what: 'A further small remote (/agent-controller), JavaScript',
        value: kilobytes(scriptsAmong(further)),
        unit: 'KB',
        limit: 10,
        how: 'opened through the menu after the chat screen, cache off; encodedDataLength over CDP',
      },
      {
        what: 'Login page painted',
        value: slowLogin.painted,
        unit: 's',
        limit: 1.3,
        how: `${emulated}; first contentful paint`,
      },
      {
        what: 'Login page usable',
        value: slowLogin.usable,
        unit: 's',
        limit: 1.5,
        how: `${emulated}; the form has its submit handler`,
      },
      {
        what: 'Chat screen (/) painted',
        value: slowChat.painted,
        unit: 's',
        how: `${emulated}; first contentful paint`,
      },
      {
        what: 'Chat screen (/) usable',
        value: slowChat.usable,
        unit: 's',
        limit: 4,
        how: `${emulated}; the first bot card is there`,
      },
      {
        what: 'Bot page (/bots/…) usable',
        value: slowBot.usable,
        unit: 's',
        limit: 4,
        how: `${emulated}; the composer is there`,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function firstBotPath(browser: Browser, product: Product): Promise<string> {
  const visitor = await newVisitor(browser, product);
  await visitor.signIn('admin@pro.example');
  await visitor.open('/');
  const path = await visitor.page.locator('main a[href^="/bots/"]').first().getAttribute('href');
  await visitor.close();
  if (path === null) throw new Error('The home screen shows no bot card.');
  return path;
}
