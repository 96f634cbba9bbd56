import type { Page } from 'playwright';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { botCards, mainNavigation, openBot } from '../harness/screens.ts';

const stage = prepareStage();

/** The red of the page's background, 0 … 255. */
async function brightness(page: Page): Promise<number> {
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  return Number(/\d+/.exec(background)?.[0] ?? 255);
}

/** On the own profile. */
const languageChoice = (page: Page) =>
  page.getByRole('region', { name: 'Language and appearance' }).getByRole('combobox');

test.each([
  { locale: 'zh-TW', signIn: '登入', main: /[\u4e00-\u9fff]/ },
  { locale: 'de-DE', signIn: 'Anmelden', main: /\b(Assistent(en)?|Startseite|Guten|Ihre?)\b/ },
])('a browser that asks for $locale gets every screen in it', async ({ locale, signIn, main }) => {
  const visitor = await stage.visit({ locale });
  const { page } = visitor;
  await visitor.open('/auth/login');
  await page.getByRole('button', { name: signIn, exact: true }).waitFor();
  await eventually(page.locator('html')).toHaveAttribute('lang', locale);
  await visitor.signIn('owner@pro.example');
  for (const path of ['/', '/agent-controller', '/user-group-manager', '/terms/privacy-policy']) {
    await visitor.open(path);
    await page.getByRole('heading').first().waitFor();
    await eventually(page.locator('html')).toHaveAttribute('lang', locale);
    await eventually(page.locator('body')).not.toContainText(/\b(Loading|Sign out|Settings)\b/, { useInnerText: true });
  }
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await eventually(page.getByRole('main')).toContainText(main, { useInnerText: true });
});

test('no word of the product breaks in the list of members, which the long words of German make narrow', async () => {
  const visitor = await stage.visit({ locale: 'de-DE' });
  const { page } = visitor;
  await visitor.signIn('owner@pro.example');
  await visitor.open('/user-group-manager');
  for (const width of [1280, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    for (const word of ['Administrator', 'English', 'Abgeschlossen']) {
      const place = page.getByRole('cell').getByText(word, { exact: true }).first();
      await eventually
        .poll(() =>
          place.evaluate((it) => {
            const words = document.createRange();
            words.selectNodeContents(it);
            return words.getClientRects().length;
          }),
        )
        .toBe(1);
    }
    await eventually
      .poll(() => page.getByRole('table').evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0)))
      .toBe(0);
  }
});

test('the saved language wins over the browser’s', async () => {
  const visitor = await stage.visit({ locale: 'de-DE' });
  await visitor.context.addInitScript(() => localStorage.setItem('i18nextLng', 'fr-FR'));
  await visitor.open('/auth/login');
  await eventually(visitor.page.locator('html')).toHaveAttribute('lang', 'fr-FR');
});

test('a language chosen in the menu applies at once and stays', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByLabel('Language').selectOption('nl-NL');
  await eventually(page.locator('html')).toHaveAttribute('lang', 'nl-NL');
  await page
    .getByRole('button', { name: 'Afmelden' })
    .or(page.getByRole('button', { name: 'Uitloggen' }))
    .first()
    .waitFor();
  await page.reload();
  await botCards(page).first().waitFor();
  await eventually(page.locator('html')).toHaveAttribute('lang', 'nl-NL');
});

test.each([
  { path: '/', words: /Goede(morgen|middag|navond)/ },
  { path: '/auth/login', words: /Welkom terug/ },
  { path: '/terms/privacy-policy', words: /Privacybeleid/ },
])(
  'a language that was chosen is that of $path from its first words on, also where no texts can be fetched',
  async ({ path, words }) => {
    const visitor = await stage.visit();
    const { page, context } = visitor;
    await visitor.signIn('member@pro.example');
    await visitor.open('/profile');
    await languageChoice(page).selectOption('nl-NL');
    await eventually(page.locator('html')).toHaveAttribute('lang', 'nl-NL');
    const cookie = (await context.cookies()).find(({ name }) => name === 'language');
    expect(cookie).toMatchObject({ value: 'nl-NL', path: '/', sameSite: 'Lax' });
    await context.route('**/texts/*.json', (route) => route.abort());
    const answer = await page.goto(path);
    const html = await answer?.text();
    expect(html).toContain('<html lang="nl-NL"');
    await page.getByRole('heading', { level: 1, name: words }).waitFor();
    await eventually(page.locator('html')).toHaveAttribute('lang', 'nl-NL');
  },
);

test('a language that a page cannot get is not chosen, and the person is told', async () => {
  const visitor = await stage.visit();
  const { page, context } = visitor;
  visitor.expectFault(/texts|Failed to load resource|ERR_FAILED/);
  await visitor.signIn('member@pro.example');
  await visitor.open('/profile');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await context.route('**/texts/*.json', (route) => route.abort());
  await languageChoice(page).selectOption('nl-NL');
  await page.getByText('The language couldn’t be changed because its texts didn’t load.').waitFor();
  await eventually(page.locator('html')).toHaveAttribute('lang', 'en');
  await eventually(languageChoice(page)).toHaveValue('en');
  await context.unroute('**/texts/*.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await eventually(page.locator('html')).toHaveAttribute('lang', 'nl-NL');
});

test('dark, chosen in the menu, applies at once and stays', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByText('Dark', { exact: true }).click();
  await eventually.poll(() => brightness(page)).toBeLessThan(64);
  await page.reload();
  await botCards(page).first().waitFor();
  await eventually.poll(() => brightness(page)).toBeLessThan(64);
});

test('a device that asks for dark gets dark', async () => {
  const visitor = await stage.visit({ colorScheme: 'dark' });
  await visitor.signIn('member@pro.example');
  for (const path of ['/auth/login', '/']) {
    await visitor.open(path);
    await visitor.page.getByRole('heading').first().waitFor();
    await eventually.poll(() => brightness(visitor.page)).toBeLessThan(64);
  }
});

test('everything is usable at a width of 360 pixels', async () => {
  const visitor = await stage.visit({ viewport: { width: 360, height: 740 } });
  const { page } = visitor;
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= globalThis.innerWidth);
  await visitor.open('/auth/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await eventually.poll(fits).toBe(true);
  await visitor.signIn('owner@pro.example');
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await eventually.poll(fits).toBe(true);
  await openBot(page);
  const composer = page.getByRole('textbox', { name: 'Prompt' });
  await composer.waitFor();
  await eventually.poll(fits).toBe(true);
  await eventually
    .poll(() =>
      composer.evaluate((it) => it.getBoundingClientRect().left >= 0 && it.getBoundingClientRect().right <= 360),
    )
    .toBe(true);
  await visitor.open('/user-group-manager');
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await eventually.poll(fits).toBe(true);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await mainNavigation(page).locator('a[href="/agent-controller"]').click();
  await page.waitForURL((url) => url.pathname === '/agent-controller');
});
