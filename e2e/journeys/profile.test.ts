import { cookieSettings, passAsPerson } from '../harness/consent.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { botCards } from '../harness/screens.ts';

const stage = prepareStage();

test('the profile is reached from the menu of the person and shows every field', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('owner@pro.example');
  await open('/');
  await botCards(page).first().waitFor();
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.waitForURL((url) => url.pathname === '/profile');
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  const facts = await main.locator('dl > div').allInnerTexts();
  expect(facts.map((it) => it.split('\n').map((part) => part.trim()).filter(Boolean))).toEqual([
    ['Name', 'Olivia Bennett'],
    ['Role', 'Head of Knowledge'],
    ['Organisation', 'Northwind Research'],
    ['Teams', 'Knowledge', 'Support'],
  ]);
  await main.getByRole('region', { name: 'E-mail' }).getByText('owner@pro.example').waitFor();
  await main.getByRole('region', { name: 'Second sign-in step' }).getByText('Off: the password alone is asked for').waitFor();
  expect(await page.title()).toBe('Profile · Parlance');
  expect(await page.getByRole('navigation', { name: 'You are here' }).innerText()).toBe('Profile');
  await page.goBack();
  await botCards(page).first().waitFor();
});

test('a language chosen there applies at once to the whole page, and is there after a reload', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('member@pro.example');
  await open('/profile');
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('zh-TW');
  await page.getByRole('heading', { name: '個人資料', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-TW');
  await until(() => page.title(), (title) => title === '個人資料 · Parlance');
  expect(await page.getByRole('navigation').first().innerText()).toContain('首頁');
  await page.reload();
  await page.getByRole('heading', { name: '個人資料', level: 1 }).waitFor();
  await open('/');
  await page.getByRole('button', { name: '搜尋' }).waitFor();
});

test('the cookie settings are opened there', async () => {
  const visitor = await stage.visit();
  await passAsPerson(visitor);
  await visitor.signIn('member@pro.example');
  await visitor.open('/profile');
  await visitor.page.getByRole('main').getByRole('button', { name: 'Cookie settings' }).click();
  await cookieSettings(visitor.page).waitFor();
});
