import { cookieSettings, passAsPerson } from '../harness/consent.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { botCards } from '../harness/screens.ts';

const stage = prepareStage();

test('the profile is reached from the menu of the person and shows every field', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('owner@pro.example');
  await open('/');
  await botCards(page).first().waitFor();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.waitForURL((url) => url.pathname === '/profile');
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  const facts = [
    'Name Olivia Bennett',
    'Job title Head of Knowledge',
    'Organisation Northwind Research',
    'Teams Knowledge Support',
  ];
  await eventually(main.locator('dl > div')).toHaveText(facts, { useInnerText: true });
  await main.getByRole('region', { name: 'Email' }).getByText('owner@pro.example').waitFor();
  await main
    .getByRole('region', { name: 'Two-step verification' })
    .getByText('Off: you sign in with your password only')
    .waitFor();
  await eventually(page).toHaveTitle('Profile · Parlance');
  await eventually(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Profile');
  await page.goBack();
  await botCards(page).first().waitFor();
});

test('a language chosen there applies at once to the whole page, and is there after a reload', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('member@pro.example');
  await open('/profile');
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('zh-TW');
  await page.getByRole('heading', { name: '個人資料', level: 1 }).waitFor();
  await eventually(page.locator('html')).toHaveAttribute('lang', 'zh-TW');
  await eventually(page).toHaveTitle('個人資料 · Parlance');
  await eventually(page.getByRole('navigation').first()).toContainText('首頁');
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
