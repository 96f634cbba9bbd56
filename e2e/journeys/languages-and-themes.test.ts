import type { Page } from 'playwright';
import { prepareStage, until } from '../harness/journey.ts';
import { botCards, mainNavigation, openBot } from '../harness/screens.ts';

const stage = prepareStage();

/** The red of the page's background, 0 … 255. */
async function brightness(page: Page): Promise<number> {
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  return Number(/\d+/.exec(background)?.[0] ?? 255);
}

test.each([
  { locale: 'zh-TW', signIn: '登入', main: /[\u4e00-\u9fff]/ },
  { locale: 'de-DE', signIn: 'Anmelden', main: /\b(Bots?|Startseite|Guten|Ihre?|Nachricht)\b/ },
])('a browser that asks for $locale gets every screen in it', async ({ locale, signIn, main }) => {
  const visitor = await stage.visit({ locale });
  const { page } = visitor;
  await visitor.open('/auth/login');
  await page.getByRole('button', { name: signIn, exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  await visitor.signIn('owner@pro.example');
  for (const path of ['/', '/agent-controller', '/user-group-manager', '/terms/privacy-policy']) {
    await visitor.open(path);
    await page.getByRole('heading').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await page.locator('body').innerText()).not.toMatch(/\b(Loading|Sign out|Settings)\b/);
  }
  await visitor.open('/');
  await botCards(page).first().waitFor();
  expect(await page.getByRole('main').innerText()).toMatch(main);
});

test('the saved language wins over the browser’s', async () => {
  const visitor = await stage.visit({ locale: 'de-DE' });
  await visitor.context.addInitScript(() => localStorage.setItem('i18nextLng', 'fr-FR'));
  await visitor.open('/auth/login');
  await until(() => visitor.page.locator('html').getAttribute('lang'), (language) => language === 'fr-FR');
});

test('a language chosen in the menu applies at once and stays', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByLabel('Language').selectOption('nl-NL');
  await until(() => page.locator('html').getAttribute('lang'), (language) => language === 'nl-NL');
  await page.getByRole('button', { name: 'Afmelden' }).or(page.getByRole('button', { name: 'Uitloggen' })).first().waitFor();
  await page.reload();
  await botCards(page).first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('nl-NL');
});

test('dark, chosen in the menu, applies at once and stays', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByText('Dark', { exact: true }).click();
  expect(await brightness(page)).toBeLessThan(64);
  await page.reload();
  await botCards(page).first().waitFor();
  expect(await brightness(page)).toBeLessThan(64);
});

test('a device that asks for dark gets dark', async () => {
  const visitor = await stage.visit({ colorScheme: 'dark' });
  await visitor.signIn('member@pro.example');
  for (const path of ['/auth/login', '/']) {
    await visitor.open(path);
    await visitor.page.getByRole('heading').first().waitFor();
    expect(await brightness(visitor.page)).toBeLessThan(64);
  }
});

test('everything is usable at a width of 360 pixels', async () => {
  const visitor = await stage.visit({ viewport: { width: 360, height: 740 } });
  const { page } = visitor;
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= globalThis.innerWidth);
  await visitor.open('/auth/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await fits()).toBe(true);
  await visitor.signIn('owner@pro.example');
  await visitor.open('/');
  await botCards(page).first().waitFor();
  expect(await fits()).toBe(true);
  await openBot(page);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.waitFor();
  expect(await fits()).toBe(true);
  const box = await composer.boundingBox();
  expect(box !== null && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  await visitor.open('/user-group-manager');
  await page.getByRole('main').getByRole('heading').first().waitFor();
  expect(await fits()).toBe(true);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await mainNavigation(page).locator('a[href="/agent-controller"]').click();
  await page.waitForURL((url) => url.pathname === '/agent-controller');
});
