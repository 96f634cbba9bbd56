import type { Page } from 'playwright';
import { cookieSettings, passAsPerson } from '../harness/consent.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { ask, botCards, botWithFiles, finishedAnswer, mainNavigation, openBot, openPalette, palette, paletteField, paletteOptions } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const pathOf = (page: Page) => new URL(page.url()).pathname;
/** The words of what has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

async function atHome(email: string, options: Parameters<typeof stage.visit>[0] = {}): Promise<Visitor> {
  const visitor = await stage.visit(options);
  await visitor.signIn(email);
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
  return visitor;
}

test('its key opens it, a few letters and Enter lead to a screen, and the focus goes to its heading', async () => {
  const { page } = await atHome('member@pro.example');
  await openPalette(page);
  await page.keyboard.type('agen');
  await paletteOptions(page).filter({ hasText: 'Agents' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/agent-controller');
  await palette(page).waitFor({ state: 'hidden' });
  await until(() => focused(page), (text) => text === 'Agents');
});

test('the arrows lead through the list, and the field always says on what one stands', async () => {
  const { page } = await atHome('owner@pro.example');
  await openPalette(page);
  const stands = async () => {
    const line = palette(page).locator('[aria-selected="true"]');
    expect(await paletteField(page).getAttribute('aria-activedescendant')).toBe(await line.getAttribute('id'));
    return line.innerText();
  };
  const first = await stands();
  await page.keyboard.press('ArrowDown');
  expect(await stands()).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await stands()).toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await stands()).toContain('Sign out');
  expect(await palette(page).locator('[aria-selected="true"]').evaluate((line) => {
    const list = line.closest('[role=listbox]')?.getBoundingClientRect();
    return list !== undefined && line.getBoundingClientRect().bottom <= list.bottom + 1;
  })).toBe(true);
});

test('an assistant and a recent dialogue are found by name', async () => {
  const { page } = await atHome('admin@pro.example');
  await openPalette(page);
  await page.keyboard.type('people');
  await paletteOptions(page).filter({ hasText: botWithFiles }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}$/);
  await ask(page, 'How many days of annual leave do I have?');
  await finishedAnswer(page, 2);
  const dialogue = pathOf(page);
  await mainNavigation(page).locator('a[href="/"]').click();
  await botCards(page).first().waitFor();
  await openPalette(page);
  await paletteField(page).fill('annual leave');
  await paletteOptions(page).filter({ hasText: 'annual leave' }).first().click();
  await page.waitForURL((url) => url.pathname === dialogue);
});

test('a member does not find a screen of administrators; an administrator does', async () => {
  for (const [email, isThere] of [['member@pro.example', false], ['admin@pro.example', true]] as const) {
    const { page } = await atHome(email);
    await openPalette(page);
    await paletteField(page).fill('user groups');
    if (isThere) await paletteOptions(page).filter({ hasText: 'User groups' }).waitFor();
    else await palette(page).getByText('Nothing matches “user groups”').waitFor();
  }
});

test('Escape gives the focus back to where it was, and what was written there stays', async () => {
  const { page } = await atHome('member@pro.example');
  await openBot(page);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('half a question');
  await openPalette(page);
  expect(await paletteField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'hidden' });
  await page.keyboard.type(', and its end');
  expect(await composer.inputValue()).toBe('half a question, and its end');
});

test('its code is fetched when somebody is about to open it; what is typed meanwhile is searched for', async () => {
  const { page, context, requested } = await atHome('member@pro.example');
  await page.waitForLoadState('networkidle');
  const before = requested.length;
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<undefined>();
  await context.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('profil');
  await until(() => requested.slice(before), (addresses) => addresses.some((address) => address.endsWith('.js')));
  letCome(undefined);
  await paletteOptions(page).filter({ hasText: 'Profile' }).waitFor();
  await page.keyboard.type('e');
  expect(await paletteField(page).inputValue()).toBe('profile');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/profile');
});

test('without its code it says so, and another try heals it', async () => {
  const { page, context, expectFault } = await atHome('member@pro.example');
  expectFault(/ERR_FAILED|Failed to load resource|ChunkLoadError/);
  await page.waitForLoadState('networkidle');
  await context.route(/\/assets\/[^/]+\.(js|css)$/, (route) => route.abort());
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('alert').waitFor();
  await context.unroute(/\/assets\/[^/]+\.(js|css)$/);
  await palette(page).getByRole('button', { name: 'Try again' }).click();
  await paletteOptions(page).first().waitFor();
});

test('it does what can be done from everywhere: dark, another language, the cookie settings, signing out', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.expectFault(/status of 401/);
  await passAsPerson(visitor);
  await visitor.signIn('member@free.example');
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await openPalette(page);
  await paletteField(page).fill('dark');
  await page.keyboard.press('Enter');
  await until(() => page.locator('html').getAttribute('data-theme'), (theme) => theme === 'dark');
  await openPalette(page);
  await paletteField(page).fill('cookie');
  await page.keyboard.press('Enter');
  await cookieSettings(page).waitFor();
  await page.keyboard.press('Escape');
  await openPalette(page);
  await paletteField(page).fill('german');
  await page.keyboard.press('Enter');
  await until(() => page.locator('html').getAttribute('lang'), (language) => language === 'de-DE');
  // The key closes it where it is still open.
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Suchen und öffnen' }).getByRole('combobox').fill('abmelden');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/auth/login');
});

test('it fits a screen of 360 pixels, and is opened there by its button', async () => {
  const { page } = await atHome('owner@pro.example', { viewport: { width: 360, height: 640 } });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await paletteOptions(page).first().waitFor();
  const box = await palette(page).boundingBox();
  expect(box !== null && box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 640).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= globalThis.innerWidth)).toBe(true);
  await paletteField(page).fill('user');
  await paletteOptions(page).filter({ hasText: 'User groups' }).click();
  await page.waitForURL((url) => url.pathname === '/user-group-manager');
});
