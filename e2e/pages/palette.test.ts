import type { Page } from 'playwright';
import { cookieSettings, passAsPerson } from '../harness/consent.ts';
import { eventually, wordsOf } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import {
  ask,
  botCards,
  botWithFiles,
  finishedAnswer,
  leaveByEscape,
  mainNavigation,
  openBot,
  openPalette,
  palette,
  paletteField,
  paletteOptions,
} from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** The line on which Enter acts, once it is this one: the lists arrive one after the other. */
const chosen = (page: Page, words: string) =>
  palette(page).locator('[aria-selected="true"]').filter({ hasText: words });

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
  await paletteField(page).pressSequentially('agen');
  await chosen(page, 'Agents').waitFor();
  await paletteField(page).press('Enter');
  await page.waitForURL((url) => url.pathname === '/agent-controller');
  await palette(page).waitFor({ state: 'hidden' });
  await eventually(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeFocused();
});

test('the arrows lead through the list, and the field always says on what one stands', async () => {
  const { page } = await atHome('owner@pro.example');
  await openPalette(page);
  const line = palette(page).locator('[aria-selected="true"]');
  /** What the field says is where one stands. */
  const isSaid = () =>
    eventually
      .poll(
        async () =>
          (await paletteField(page).getAttribute('aria-activedescendant')) === (await line.getAttribute('id')),
      )
      .toBe(true);
  const first = await wordsOf(line);
  await isSaid();
  await page.keyboard.press('ArrowDown');
  await eventually(line).not.toHaveText(first);
  await isSaid();
  await page.keyboard.press('ArrowUp');
  await eventually(line).toHaveText(first, { useInnerText: true });
  await page.keyboard.press('ArrowUp');
  await eventually(line).toContainText('Sign out');
  await isSaid();
  await eventually
    .poll(() =>
      line.evaluate((it) => {
        const list = it.closest('[role=listbox]')?.getBoundingClientRect();
        return list !== undefined && it.getBoundingClientRect().bottom <= list.bottom + 1;
      }),
    )
    .toBe(true);
});

test('an assistant and a recent dialogue are found by name', async () => {
  const { page } = await atHome('admin@pro.example');
  await openPalette(page);
  await paletteField(page).pressSequentially('people');
  await chosen(page, botWithFiles).waitFor();
  await paletteField(page).press('Enter');
  await page.getByRole('heading', { level: 1, name: botWithFiles, exact: true }).waitFor();
  await ask(page, 'How many days of annual leave do I have?');
  await finishedAnswer(page, 2);
  const dialogue = pathOf(page);
  await mainNavigation(page).locator('a[href="/"]').click();
  await botCards(page).first().waitFor();
  await openPalette(page);
  await paletteField(page).fill('annual leave');
  // By its title: there is also a line that looks for the words everywhere.
  await paletteOptions(page).filter({ hasText: 'How many days of annual leave do I have?' }).first().click();
  await page.waitForURL((url) => url.pathname === dialogue);
});

test('a member does not find a screen of administrators; an administrator does', async () => {
  for (const [email, isThere] of [
    ['member@pro.example', false],
    ['admin@pro.example', true],
  ] as const) {
    const { page } = await atHome(email);
    await openPalette(page);
    await paletteField(page).fill('user groups');
    if (isThere)
      await paletteOptions(page)
        .filter({ hasText: /^User groups/ })
        .waitFor();
    else await palette(page).getByText('No results for “user groups”').waitFor();
  }
});

test('Escape gives the focus back to where it was, and what was written there stays', async () => {
  const { page } = await atHome('member@pro.example');
  await openBot(page);
  const composer = page.getByRole('textbox', { name: 'Prompt' });
  await composer.fill('half a question');
  await openPalette(page);
  await eventually(paletteField(page)).toBeFocused();
  await leaveByEscape(palette(page));
  await eventually(composer).toBeFocused();
  await composer.pressSequentially(', and its end');
  await eventually(composer).toHaveValue('half a question, and its end');
});

test('its code is fetched when somebody is about to open it; what is typed meanwhile is searched for', async () => {
  const visitor = await atHome('member@pro.example');
  const { page, context, requested } = visitor;
  await untilQuiet(visitor);
  const before = requested.length;
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<undefined>();
  await context.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  // eslint-disable-next-line no-restricted-syntax -- there is no field yet: that is what is asked
  await page.keyboard.type('profil');
  await until(
    () => requested.slice(before),
    (addresses) => addresses.some((address) => address.endsWith('.js')),
  );
  letCome(undefined);
  await paletteOptions(page).filter({ hasText: 'Profile' }).waitFor();
  await eventually(paletteField(page)).toHaveValue('profil');
  await paletteField(page).pressSequentially('e');
  await eventually(paletteField(page)).toHaveValue('profile');
  await chosen(page, 'Profile').waitFor();
  await paletteField(page).press('Enter');
  await page.waitForURL((url) => url.pathname === '/profile');
});

test('without its code it says so, and another try heals it', async () => {
  const visitor = await atHome('member@pro.example');
  const { page, context, expectFault } = visitor;
  expectFault(/ERR_FAILED|Failed to load resource|ChunkLoadError/);
  await untilQuiet(visitor);
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
  await chosen(page, 'Dark').waitFor();
  await paletteField(page).press('Enter');
  await eventually(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openPalette(page);
  await paletteField(page).fill('cookie');
  await chosen(page, 'Cookie settings').waitFor();
  await paletteField(page).press('Enter');
  await leaveByEscape(cookieSettings(page));
  await openPalette(page);
  await paletteField(page).fill('german');
  await chosen(page, 'Deutsch').waitFor();
  await paletteField(page).press('Enter');
  await eventually(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  // The key closes it where it is still open.
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  const german = page.getByRole('dialog', { name: 'Befehlspalette' });
  await german.getByRole('combobox').fill('abmelden');
  await german.locator('[aria-selected="true"]').filter({ hasText: 'Abmelden' }).waitFor();
  await german.getByRole('combobox').press('Enter');
  await page.waitForURL((url) => url.pathname === '/auth/login');
});

test('it fits a screen of 360 pixels, and is opened there by its button', async () => {
  const { page } = await atHome('owner@pro.example', { viewport: { width: 360, height: 640 } });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await paletteOptions(page).first().waitFor();
  await eventually
    .poll(() =>
      palette(page).evaluate((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        return left >= 0 && right <= 360 && top >= 0 && bottom <= 640;
      }),
    )
    .toBe(true);
  await eventually
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= globalThis.innerWidth))
    .toBe(true);
  await paletteField(page).fill('user');
  await paletteOptions(page)
    .filter({ hasText: /^User groups/ })
    .click();
  await page.waitForURL((url) => url.pathname === '/user-group-manager');
});
