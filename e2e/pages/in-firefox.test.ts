import type { Browser, Page } from 'puppeteer-core';
import { type FirefoxVisitor, openFirefox, visitInFirefox } from '../harness/firefox.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { demoPassword } from '../harness/visitor.ts';

const stage = prepareStage();
let firefox: Browser;
beforeAll(async () => {
  firefox = await openFirefox();
});
afterAll(() => firefox.close());

const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
const heading = (name: string) => named('heading', name);

/** Its own `locator` waits for frames that a window in the background is not given. */
async function press(page: Page, selector: string): Promise<void> {
  await (await page.waitForSelector(selector))?.click();
}
async function write(page: Page, selector: string, words: string): Promise<void> {
  await (await page.waitForSelector(selector))?.type(words);
}

async function signedIn(email: string): Promise<FirefoxVisitor> {
  const visitor = await visitInFirefox(firefox);
  const { page, requested } = visitor;
  await page.goto(`${stage.product.origin}/auth/login`);
  await write(page, 'input[type="email"]', email);
  // The shell is fetched ahead while somebody types; what fetches it is measured by the policy of the page.
  await until(() => requested.some((url) => url.includes('/assets/shell.')), Boolean);
  await write(page, 'input[type="password"]', demoPassword);
  await press(page, 'button[type="submit"]');
  await page.waitForSelector('main a[href^="/bots/"]');
  return visitor;
}

test('a member signs in, asks, and reads an answer with its source, and the console says nothing', async () => {
  const { page, faults } = await signedIn('member@pro.example');
  await press(page, named('link', 'People Desk'));
  await page.waitForSelector(heading('People Desk'));
  await write(page, 'main textarea', 'How many days of leave do I have?');
  await (await page.waitForSelector('main textarea'))?.press('Enter');
  await page.waitForSelector('article[aria-busy="false"] button[aria-label^="Source 1: "]');
  await page.reload();
  await page.waitForSelector('article[aria-busy="false"] button[aria-label^="Source 1: "]');
  expect(faults).toEqual([]);
});

test('an owner opens a screen of each area by the menu, begins a rule, and is asked before it is lost', async () => {
  const { page, faults } = await signedIn('owner@pro.example');
  for (const [path, title] of [
    ['/agent-controller', 'Agents'],
    ['/dashboard', 'Dashboard'],
    ['/governance', 'Governance'],
  ] as const) {
    await press(page, `nav a[href="${path}"]`);
    await page.waitForSelector(heading(title));
  }
  await press(page, 'main a[href="/governance/new"]');
  await page.waitForSelector(heading('New rule'));
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await write(page, 'main input', 'No card numbers');
  await press(page, 'nav a[href="/dashboard"]');
  await page.waitForSelector(heading('Dashboard'));
  expect(asked).toEqual(['confirm']);
  expect(faults).toEqual([]);
});

test('somebody new comes to the registration, and an address that leads nowhere says so', async () => {
  const { page, faults } = await visitInFirefox(firefox);
  await page.goto(`${stage.product.origin}/terms/register`);
  await page.waitForSelector('main h1');
  await page.goto(`${stage.product.origin}/auth/login?to=%2Fnowhere`);
  await page.waitForSelector('input[type="email"]');
  expect(faults).toEqual([]);
});
