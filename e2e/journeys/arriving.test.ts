import type { Page } from 'playwright';
import { prepareStage, until } from '../harness/journey.ts';
import { ask, botCards, finishedAnswer, mainNavigation, openBot } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const focused = (page: Page) => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
const scrolled = (page: Page) => page.getByRole('main').evaluate((main) => Math.round(main.scrollTop));

async function open(email: string, path: string, options: Parameters<typeof stage.visit>[0] = {}): Promise<Visitor> {
  const visitor = await stage.visit(options);
  await visitor.signIn(email);
  await visitor.open(path);
  await visitor.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return visitor;
}

test('the focus goes to the heading of the next screen, also of one whose code is still on its way; not when a page is loaded', async () => {
  const { page } = await open('owner@pro.example', '/');
  await botCards(page).first().waitFor();
  expect(await focused(page)).toMatch(/^BODY/);
  await mainNavigation(page).locator('a[href="/user-group-manager"]').click();
  await until(() => focused(page), (it) => it === 'H1 User groups');
  await mainNavigation(page).locator('a[href="/agent-controller"]').click();
  await until(() => focused(page), (it) => it === 'H1 Agents');
  await page.goBack();
  await until(() => focused(page), (it) => it === 'H1 User groups');
});

test('a dialogue keeps the focus where one writes, and its title is said', async () => {
  const { page } = await open('member@pro.example', '/');
  await openBot(page);
  await ask(page, 'How many days of annual leave do I have?');
  await finishedAnswer(page, 2);
  await mainNavigation(page).locator('a[href="/"]').click();
  await until(() => focused(page), (it) => it.startsWith('H1 '));
  await page.getByRole('main').locator('a[href^="/dialogue/"]').first().click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await until(() => focused(page), (it) => it.startsWith('TEXTAREA'));
  const title = await page.getByRole('main').getByRole('heading', { level: 1 }).innerText();
  await until(() => page.locator('p[aria-live="polite"]').last().textContent(), (said) => said === title);
});

test('the skip link is the first stop and leads into the screen', async () => {
  const { page } = await open('member@pro.example', '/agent-controller');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('A Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await page.keyboard.press('Tab');
  expect(await page.getByRole('main').evaluate((main) => main.contains(document.activeElement) && main !== document.activeElement)).toBe(true);
  expect(new URL(page.url()).hash).toBe('');
});

test('a new screen begins at its top, and Back leads to where one was', async () => {
  const { page } = await open('owner@pro.example', '/', { viewport: { width: 1280, height: 320 } });
  await botCards(page).first().waitFor();
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, 180));
  await mainNavigation(page).locator('a[href="/user-group-manager"]').click();
  await page.getByRole('main').getByRole('table').waitFor();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await botCards(page).first().waitFor();
  await until(() => scrolled(page), (top) => top === 180);
});

test('title and breadcrumb say where one is, in the language of the page, and change with it', async () => {
  const { page } = await open('owner@pro.example', '/');
  const crumbs = () => page.getByRole('banner').getByRole('navigation').getByRole('listitem').allInnerTexts();
  await openBot(page);
  await until(() => page.title(), (title) => title === 'People Desk · Parlance');
  expect(await crumbs()).toEqual(['Chat', 'People Desk']);
  await mainNavigation(page).locator('a[href="/user-group-manager"]').click();
  await until(() => page.title(), (title) => title === 'User groups · Parlance');
  expect(await crumbs()).toEqual(['Administration', 'User groups']);
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de-DE');
  await until(() => page.title(), (title) => title === 'Benutzergruppen · Parlance');
  expect(await crumbs()).toEqual(['Verwaltung', 'Benutzergruppen']);
});

test('the rail stays folded after a reload', async () => {
  const { page } = await open('member@pro.example', '/agent-controller');
  const width = async () => (await page.getByRole('complementary').boundingBox())?.width;
  expect(await width()).toBe(232);
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  expect(await width()).toBe(56);
  await page.reload();
  await page.getByRole('button', { name: 'Expand menu' }).waitFor();
  expect(await width()).toBe(56);
});
