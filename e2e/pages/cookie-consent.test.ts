import {
  choose,
  consentPrompt,
  cookieSettings,
  leavePage,
  passAsPerson,
  untilIdle,
  watchEvents,
} from '../harness/consent.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { botCards } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const dayInSeconds = 24 * 60 * 60;

async function visitAsPerson(options?: Parameters<typeof stage.visit>[0]): Promise<Visitor> {
  const visitor = await stage.visit(options);
  await passAsPerson(visitor);
  return visitor;
}
async function openHome(visitor: Visitor, email = 'member@pro.example'): Promise<void> {
  await visitor.signIn(email);
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
}
const consentCookie = async ({ context }: Visitor) =>
  (await context.cookies()).find(({ name }) => name === 'cookie_consent');

test('a program is never asked', async () => {
  const visitor = await stage.visit();
  await visitor.open('/auth/login');
  await openHome(visitor);
  await untilIdle(visitor.page);
  await eventually(visitor.page.locator('#cc-main')).toHaveCount(0);
  const cookie = await consentCookie(visitor);
  expect(cookie).toBeUndefined();
});

test('a person is asked on the login page, of which nothing moves, keeps the focus there, and the choice holds after signing in', async () => {
  const visitor = await visitAsPerson();
  const { page } = visitor;
  const events = watchEvents(visitor);
  await visitor.open('/auth/login');
  await consentPrompt(page).waitFor();
  await eventually(page.locator('#email')).toBeFocused();
  await eventually(consentPrompt(page).getByRole('link', { name: 'support@parlance.example' })).toHaveAttribute(
    'href',
    'mailto:support@parlance.example',
  );
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await untilQuiet(visitor);
  // eslint-disable-next-line no-restricted-syntax -- nothing is under way any more that could move it
  const beside = await submit.boundingBox();
  await choose(page, 'Accept all');
  await eventually.poll(() => submit.boundingBox()).toEqual(beside);
  await openHome(visitor);
  await untilIdle(page);
  await eventually(page.locator('#cc-main')).toHaveCount(0);
  await leavePage(page);
  await until(
    () => [...events],
    (names) => names.includes('page_exit'),
  );
  // Given where nobody was signed in, recorded where somebody is.
  expect(events).toEqual(expect.arrayContaining(['consent_given', 'page_view', 'user_identified', 'page_exit']));
});

test('accepting in the shell lets the analytics begin; the choice is kept for 182 days in a cookie of this site, and survives a reload', async () => {
  const visitor = await visitAsPerson();
  const { page } = visitor;
  const events = watchEvents(visitor);
  await openHome(visitor);
  await consentPrompt(page).waitFor();
  await untilIdle(page);
  await leavePage(page);
  expect(events).toEqual([]);
  await choose(page, 'Accept all');
  const cookie = await consentCookie(visitor);
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', secure: false });
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / dayInSeconds)).toBe(182);
  await leavePage(page);
  await until(
    () => [...events],
    (names) => names.includes('consent_given'),
  );
  events.length = 0;
  await page.reload();
  await botCards(page).first().waitFor();
  await untilIdle(page);
  await eventually(page.locator('#cc-main')).toHaveCount(0);
  await leavePage(page);
  await until(
    () => [...events],
    (names) => names.includes('page_view') && !names.includes('consent_given'),
  );
});

test('who refuses is asked no more, and nothing of the analytics ever leaves or is kept', async () => {
  const visitor = await visitAsPerson();
  const { page } = visitor;
  const events = watchEvents(visitor);
  await openHome(visitor);
  await choose(page, 'Necessary only');
  await untilIdle(page);
  await leavePage(page);
  await page.reload();
  await botCards(page).first().waitFor();
  await untilIdle(page);
  await leavePage(page);
  await eventually(page.locator('#cc-main')).toHaveCount(0);
  expect(events).toEqual([]);
  await eventually.poll(() => page.evaluate(() => localStorage.getItem('usage.visits'))).toBeNull();
});

test('withdrawing it in the settings stops the analytics at once, in the other tabs too', async () => {
  const visitor = await visitAsPerson();
  const { page, context } = visitor;
  await openHome(visitor);
  await choose(page, 'Accept all');
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await botCards(otherTab).first().waitFor();
  await untilIdle(otherTab);
  await visitor.open('/terms/privacy-policy');
  await untilIdle(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
  await cookieSettings(page).waitFor();
  await until(
    () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null),
    (isInside) => isInside,
  );
  const analytics = cookieSettings(page).getByRole('checkbox', { name: 'Analytics' });
  await eventually(analytics).toBeChecked();
  await analytics.press('Space');
  await cookieSettings(page).getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Cookie settings saved').waitFor();
  await until(
    () => otherTab.evaluate(() => localStorage.getItem('usage.visits')),
    (visits) => visits === null,
  );
  // What was on its way by then was allowed.
  await until(
    () => visitor.underWay(),
    (requests) => requests === 0,
  );
  const events = watchEvents(visitor);
  for (const tab of [page, otherTab]) await leavePage(tab);
  await page.reload();
  await page.getByRole('heading').first().waitFor();
  await untilIdle(page);
  await leavePage(page);
  expect(events).toEqual([]);
});

test('a cookie that is no choice is no choice: it is asked again, and the answer holds', async () => {
  const visitor = await visitAsPerson();
  await visitor.context.addCookies([{ name: 'cookie_consent', value: 'yes', url: stage.product.origin }]);
  await visitor.open('/auth/login');
  await choose(visitor.page, 'Necessary only');
  await visitor.page.reload();
  const cookie = await consentCookie(visitor);
  expect(JSON.parse(decodeURIComponent(cookie?.value ?? ''))).toMatchObject({ categories: ['necessary'], revision: 1 });
});

test('it follows the language of the page at once; where its texts do not exist it is English and says so', async () => {
  const visitor = await visitAsPerson({ locale: 'de-DE' });
  const { page } = visitor;
  await visitor.open('/auth/login');
  await consentPrompt(page).waitFor();
  await eventually(page.locator('#cookie-consent')).toHaveAttribute('lang', 'en');
  await page.locator('#language').selectOption('zh-TW');
  await page.getByRole('dialog', { name: 'Parlance 的 Cookie' }).waitFor();
  await eventually(page.locator('#cookie-consent')).toHaveAttribute('lang', 'zh-TW');
});

test('by keyboard it is one step back from the top of the page, can be left again, and hides nothing', async () => {
  const visitor = await visitAsPerson({ viewport: { width: 360, height: 640 } });
  const { page } = visitor;
  await openHome(visitor);
  await consentPrompt(page).waitFor();
  await page.keyboard.press('Shift+Tab');
  const isInside = () => consentPrompt(page).evaluate((prompt) => prompt.contains(document.activeElement));
  await eventually.poll(isInside).toBe(true);
  for (let stops = 0; stops < 10 && (await isInside()); stops += 1) await page.keyboard.press('Shift+Tab');
  await eventually.poll(isInside).toBe(false);
  const foot = () => page.getByRole('main').evaluate((main) => Math.round(main.getBoundingClientRect().bottom));
  const top = () => consentPrompt(page).evaluate((prompt) => Math.round(prompt.getBoundingClientRect().top));
  await eventually.poll(async () => (await top()) - (await foot())).toBeGreaterThanOrEqual(0);
});

test('settings whose code does not arrive say so, and can be asked for again', async () => {
  const visitor = await visitAsPerson();
  const { page, context } = visitor;
  visitor.expectFault(/ERR_FAILED/);
  await openHome(visitor);
  await choose(page, 'Necessary only');
  await visitor.open('/terms/service');
  await untilIdle(page);
  await untilQuiet(visitor);
  await context.route(/\/assets\/.*\.(js|css)$/, (route) => route.abort());
  const open = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' });
  await open.click();
  await page.getByRole('alert').filter({ hasText: 'The cookie settings couldn’t be opened.' }).waitFor();
  await context.unrouteAll();
  await open.click();
  await cookieSettings(page).waitFor();
});
