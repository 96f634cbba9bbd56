import type { Page, Route } from 'playwright';
import { prepareStage } from '../harness/journey.ts';
import { botCards, mainNavigation } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
/** Specification §2: the text under errorBoundary.content; trust promises it within five seconds. */
const fallbackDeadlineMs = 5_000;
const entryOfStudio = /\/remotes\/agent-studio\/[^/]+\/entry\.[^/]+\.js$/;

type Fault = { readonly name: string; readonly answer: (route: Route) => Promise<void> };

const faults: readonly Fault[] = [
  { name: 'its entry is not there (404)', answer: (route) => route.fulfill({ status: 404, body: 'not found' }) },
  { name: 'its entry never arrives', answer: () => new Promise(() => {}) },
  { name: 'its entry is a page of HTML', answer: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Moved</title>' }) },
  { name: 'its entry has other bytes than the registry pins', answer: (route) => route.fulfill({ contentType: 'text/javascript', body: 'globalThis.forged = true;' }) },
  { name: 'the network is gone', answer: (route) => route.abort('connectionfailed') },
];

async function openStudio(page: Page): Promise<void> {
  await mainNavigation(page).locator('a[href="/agent-controller"]').click();
  await page.waitForURL((url) => url.pathname === '/agent-controller');
}

const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: /try again|retry/i });

/** Presses “Try again”, unless the screen healed before: a script that arrives late does that. */
async function heal(page: Page): Promise<void> {
  await retry(page).click({ timeout: fallbackDeadlineMs }).catch(async (error: unknown) => {
    if (await retry(page).isVisible()) throw error;
  });
}

async function atHome(): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn('owner@pro.example');
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
  return visitor;
}

test.each(faults)('when $name, the fallback stands in its place, the rest works, and a retry heals without a reload', async ({ answer }) => {
  const { page, context, expectFault } = await atHome();
  expectFault(/remotes\/agent-studio|agent-studio|Failed to find a valid digest|Failed to load resource|ERR_|federation/i);
  await context.route(entryOfStudio, answer);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

  await openStudio(page);
  await retry(page).waitFor({ timeout: fallbackDeadlineMs });
  expect(await mainNavigation(page).locator('a[href="/agent-controller"]').isVisible()).toBe(true);
  expect(await page.evaluate(() => 'forged' in globalThis)).toBe(false);

  await mainNavigation(page).locator('a[href="/"]').click();
  await botCards(page).first().waitFor();
  await mainNavigation(page).locator('a[href="/user-group-manager"]').click();
  await page.getByRole('main').getByRole('heading').first().waitFor();

  await openStudio(page);
  await retry(page).waitFor({ timeout: fallbackDeadlineMs });
  await context.unroute(entryOfStudio);
  await heal(page);
  await retry(page).waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('heading').first().waitFor();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});

test('when every remote is down, the shell still stands', async () => {
  const { page, context, expectFault, open, signIn } = await stage.visit();
  expectFault(/remotes\/|Failed to load resource|federation/i);
  await signIn('owner@pro.example');
  await context.route(/\/remotes\//, (route) => route.fulfill({ status: 503, body: 'down' }));
  await open('/');
  await retry(page).waitFor({ timeout: fallbackDeadlineMs });
  await mainNavigation(page).waitFor();
  await context.unroute(/\/remotes\//);
  await retry(page).click();
  await botCards(page).first().waitFor();
});
