import { listBots } from '@parlance/shared/contract/api/bots';
import { jwksPath } from '@parlance/shared/contract/api/plans/plan';
import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import { reportVitals } from '@parlance/shared/contract/api/releases/release-reports';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import type { BrowserContextOptions, Page } from 'playwright';
import { beginDialogue } from '../harness/dialogues.ts';
import { unusedEarly } from '../harness/early.ts';
import { eventually } from '../harness/eventually.ts';
import { hold, shellScript } from '../harness/hold.ts';
import { prepareStage } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { ask, botCards, finishedAnswer, mainNavigation, signInByForm } from '../harness/screens.ts';
import { demoPassword, type Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const member = 'member@pro.example';

/** Opens the login page and types, until the shell waits behind it. */
async function openLogin(path = '/auth/login', options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await stage.visit(options);
  visitor.expectFault(/status of 401/);
  await visitor.open(path);
  await beginToType(visitor.page);
  await visitor.page.locator('script[src^="/assets/shell."]').waitFor({ state: 'attached' });
  await untilQuiet(visitor);
  return visitor;
}

/** Until the shell is on its way. */
async function beginToType(page: Page): Promise<void> {
  await page.locator('#email').fill('m');
  await page.locator('[src^="/assets/shell."], [href^="/assets/shell."]').first().waitFor({ state: 'attached' });
  await page.evaluate(() => Object.assign(globalThis, { documentOfLogin: true }));
}

/** Whether the document is still the one of the login page. */
const isSameDocument = (page: Page) => page.evaluate(() => 'documentOfLogin' in globalThis);

/** Where everything stands on a page, and what it looks like. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const styles = [
      'color',
      'backgroundColor',
      'borderTopColor',
      'borderTopWidth',
      'fontFamily',
      'fontSize',
      'fontWeight',
      'lineHeight',
      'opacity',
      'visibility',
    ] as const;
    return JSON.stringify(
      [...document.body.querySelectorAll('*')]
        .filter((it) => it.checkVisibility())
        .map((it) => {
          const { x, y, width, height } = it.getBoundingClientRect();
          const style = getComputedStyle(it);
          return [it.tagName, x, y, width, height, ...styles.map((name) => style[name])];
        }),
    );
  });

/** Changes the home page where the login page fetches it. Where the browser loads it, it comes as it is. */
async function change(page: Page, make: (html: string) => string): Promise<void> {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      const answer = await route.fetch();
      return route.fulfill({ response: answer, body: make(await answer.text()) });
    },
  );
}

test('who signs in stays in the document: each call is made once and used, and the focus is on the heading', async () => {
  const visitor = await openLogin();
  const { page } = visitor;
  await signInByForm(page, member, demoPassword);
  await botCards(page).first().waitFor();
  await untilQuiet(visitor);
  await eventually.poll(() => isSameDocument(page)).toBe(true);
  await eventually(page).toHaveURL((url) => url.pathname === '/');
  const asked = visitor.requested.map((url) => new URL(url).pathname);
  const paths = [getWhoami.path, getProfile.path, getRegistrationStatus.path, jwksPath, listBots.path, '/'];
  expect(
    paths.map((path) => [path, asked.filter((it) => it === path || it.endsWith(`/api/main${path}`)).length]),
  ).toEqual(paths.map((path) => [path, 1]));
  await eventually.poll(() => unusedEarly(page)).toEqual([]);
  await eventually(page.getByRole('heading', { level: 1 })).toBeFocused();
  // Nothing of what was typed is left in the page.
  await eventually.poll(() => page.content()).not.toContain(demoPassword);
  await eventually(page.locator('input[type=password]')).toHaveCount(0);
});

test.each([
  { name: 'light', theme: 'light', locale: 'en-US', language: 'en', viewport: { width: 1280, height: 800 } },
  { name: 'dark, Chinese', theme: 'dark', locale: 'zh-TW', language: 'zh-TW', viewport: { width: 1280, height: 800 } },
  { name: 'narrow, German', theme: 'light', locale: 'de-DE', language: 'de-DE', viewport: { width: 360, height: 740 } },
])('the screen is the one that the address gives: $name', async ({ theme, locale, language, viewport }) => {
  const visitor = await openLogin('/auth/login', { locale, viewport });
  const { page } = visitor;
  // Chosen in the login page itself, after the shell has been loaded.
  await page.locator('#theme').selectOption(theme);
  await page.locator('#email').fill(member);
  await page.locator('#password').fill(demoPassword);
  await page.locator('#password').press('Enter');
  await botCards(page).first().waitFor();
  await eventually.poll(() => isSameDocument(page)).toBe(true);
  await eventually(page.locator('html')).toHaveAttribute('data-theme', theme);
  await eventually(page.locator('html')).toHaveAttribute('lang', language);
  const opened = await visitor.context.newPage();
  await opened.goto('/');
  await botCards(opened).first().waitFor();
  // What comes last, such as the recent dialogues, comes to each when it comes.
  await eventually.poll(async () => (await looks(page)) === (await looks(opened))).toBe(true);
});

test('Back leads to where one was before the login page, and another sign-in begins in a document of its own', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  const { page } = visitor;
  await visitor.open('/terms/service');
  await page.goto('/auth/login?to=%2Fdialogues');
  await beginToType(page);
  await signInByForm(page, member, demoPassword);
  await page.waitForURL((url) => url.pathname === '/dialogues');
  await page.getByRole('heading', { level: 1, name: 'Dialogues' }).waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/terms/service');
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Dialogues' }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { documentOfSession: true }));
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/auth/login');
  await page.getByLabel('Email', { exact: true }).waitFor();
  await eventually.poll(() => page.evaluate(() => 'documentOfSession' in globalThis)).toBe(false);
});

test('a dialogue that was asked for is there, and its stream goes on in the same document', async () => {
  const first = await stage.visit();
  await first.signIn(member);
  const pathname = await beginDialogue(stage, first, 'How many days of leave do I have?');
  const { page } = await openLogin(`/auth/login?to=${encodeURIComponent(pathname)}`);
  await signInByForm(page, member, demoPassword);
  await finishedAnswer(page, 2);
  await eventually(page).toHaveURL((url) => url.pathname === pathname);
  await ask(page, 'And who has to agree?');
  await finishedAnswer(page, 4);
  await eventually.poll(() => isSameDocument(page)).toBe(true);
});

test('a second tab that waits at its login page goes on with the first, in its own document too', async () => {
  const visitor = await openLogin();
  const second = await visitor.context.newPage();
  await second.goto('/auth/login?to=%2Fdialogues');
  await beginToType(second);
  await signInByForm(visitor.page, member, demoPassword);
  await second.waitForURL((url) => url.pathname === '/dialogues');
  await second.getByRole('heading', { level: 1, name: 'Dialogues' }).waitFor();
  await botCards(visitor.page).first().waitFor();
  await eventually.poll(() => isSameDocument(second)).toBe(true);
});

test('whose workspace has expired is told so', async () => {
  const { page } = await openLogin();
  await signInByForm(page, 'owner@expired.example', demoPassword);
  await page.getByRole('heading', { name: 'This workspace has expired' }).waitFor();
});

test('a shell that is still on its way is waited for', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  const { page } = visitor;
  const letCome = await hold(page, shellScript);
  await visitor.open('/auth/login');
  await beginToType(page);
  await signInByForm(page, member, demoPassword);
  await eventually.poll(() => visitor.requested.filter((url) => new URL(url).pathname === '/').length).toBe(1);
  letCome();
  await botCards(page).first().waitFor();
  await eventually.poll(() => isSameDocument(page)).toBe(true);
});

describe('the browser loads the page', () => {
  test('where another release is served by then', async () => {
    const visitor = await openLogin();
    const { page } = visitor;
    await change(page, (html) => html.replace(/\/assets\/shell\.\w+\.js/, '/assets/shell.0123456789.js'));
    await signInByForm(page, member, demoPassword);
    await botCards(page).first().waitFor();
    await eventually.poll(() => isSameDocument(page)).toBe(false);
  });

  test('where it is the one of a form', async () => {
    const { page, expectFault } = await openLogin(`/auth/login?to=${encodeURIComponent('/form/nobody-knows-it')}`);
    expectFault(/status of 400/);
    await signInByForm(page, member, demoPassword);
    await page.waitForURL((url) => url.pathname === '/form/nobody-knows-it');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually.poll(() => isSameDocument(page)).toBe(false);
  });

  test('where the shell cannot start in what was fetched', async () => {
    const { page, expectFault } = await openLogin();
    expectFault(/could not be started|#root/);
    await change(page, (html) => html.replace('id="root"', 'id="lost"'));
    await signInByForm(page, member, demoPassword);
    await botCards(page).first().waitFor();
    await eventually.poll(() => isSameDocument(page)).toBe(false);
  });
});

test('what the login page took says nothing of how fast a screen was', async () => {
  const { page } = await openLogin();
  await signInByForm(page, member, demoPassword);
  await botCards(page).first().waitFor();
  const sent = page.waitForRequest((request) => request.url().endsWith(reportVitals.path));
  await mainNavigation(page).getByRole('link', { name: 'Dialogues' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dialogues' }).waitFor();
  // As the browser does when the tab is left.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const { vitals } = (await sent).postDataJSON() as { vitals: { vital: string; value: number }[] };
  expect(vitals.map(({ vital }) => vital)).not.toContain('ttfb');
  expect(vitals.map(({ vital }) => vital)).not.toContain('lcp');
});
