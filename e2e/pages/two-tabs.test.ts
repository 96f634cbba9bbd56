import type { Page } from 'playwright';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { botCards, mainNavigation, openBot, signInByForm } from '../harness/screens.ts';
import { demoPassword, type Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const email = 'member@pro.example';
const half = 'Half of a sentence that';

type Tabs = { readonly visitor: Visitor; readonly first: Page; readonly second: Page; readonly bot: string };

/** Two tabs of one browser: one at home, one at a bot with something typed and not sent. */
async function openTwoTabs(): Promise<Tabs> {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  await visitor.signIn(email);
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
  const second = await visitor.context.newPage();
  await second.goto('/');
  await openBot(second);
  await second.getByRole('textbox', { name: 'Prompt' }).fill(half);
  return { visitor, first: visitor.page, second, bot: second.url() };
}
const atLogin = (page: Page) => page.waitForURL((url) => url.pathname === '/auth/login');

test('§4: a session that ends in one tab ends in the other at once; one sign-in opens both, with what was typed', async () => {
  const { visitor, first, second, bot } = await openTwoTabs();
  await visitor.context.clearCookies({ name: 'sessionid' });
  await first.reload();
  await Promise.all([atLogin(first), atLogin(second)]);
  await signInByForm(first, email, demoPassword);
  await botCards(first).first().waitFor();
  await second.waitForURL(bot);
  await eventually(second.getByRole('textbox', { name: 'Prompt' })).toHaveValue(half);
});

/** Words of the demonstration’s tenant, and what was typed. */
const ofTenant = new RegExp(`${half}|@pro|Bennett|Tanaka|Northwind|People Desk`);
const leftOn = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
      performance.getEntriesByType('resource').map(({ name }) => name),
    ]),
  );

test('after signing out in one tab nothing of the tenant is left in the other: not on the page, not in storage, not behind Back', async () => {
  const { first, second } = await openTwoTabs();
  await first.getByRole('button', { name: /^Account: / }).click();
  await first.getByRole('button', { name: 'Sign out' }).click();
  await Promise.all([atLogin(first), atLogin(second)]);
  for (const page of [first, second]) {
    await eventually.poll(() => leftOn(page)).not.toMatch(ofTenant);
    await eventually
      .poll(() => page.evaluate(async () => [await indexedDB.databases(), await caches.keys()].flat()))
      .toEqual([]);
    await page.goBack();
    await atLogin(page);
  }
});

test('a page whose way to the sign-in page was stopped can be left the next time', async () => {
  const { visitor, first, second } = await openTwoTabs();
  await first.route('**/auth/login*', () => new Promise(() => {}));
  const asked = first.waitForRequest(
    (request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/auth/login',
  );
  await second.getByRole('button', { name: /^Account: / }).click();
  await second.getByRole('button', { name: 'Sign out' }).click();
  await asked;
  await atLogin(second);
  // As by the button of the browser: a script could not be run while the page is on its way.
  const browser = await visitor.context.newCDPSession(first);
  await browser.send('Page.stopLoading');
  await first.unroute('**/auth/login*');
  await signInByForm(second, email, demoPassword);
  await botCards(second).first().waitFor();
  await second.getByRole('button', { name: /^Account: / }).click();
  await second.getByRole('button', { name: 'Sign out' }).click();
  await Promise.all([atLogin(first), atLogin(second)]);
});

test('whoever signs in next sees nothing that the one before has typed', async () => {
  const { visitor, first, second, bot } = await openTwoTabs();
  await visitor.context.clearCookies({ name: 'sessionid' });
  await first.reload();
  await Promise.all([atLogin(first), atLogin(second)]);
  await signInByForm(first, 'admin@pro.example', demoPassword);
  await botCards(first).first().waitFor();
  await second.waitForURL(bot);
  await eventually(second.getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  for (const page of [first, second]) await eventually.poll(() => leftOn(page)).not.toMatch(half);
});

/**
 * A screen of each remote that stands in the frame, and where one goes from it in the same remote when the session is
 * over.
 */
const ways = [
  ['/', '/dialogues', /^Dialogues$/],
  ['/agent-controller', '/agent-automation', /^Automations$/],
  ['/user-group-manager', '/governance', /^Governance$/],
] as const;

test('FE-09: where the session ends in any remote, one sign-in leads back to where one was going', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.expectFault(/status of 401/);
  await visitor.signIn('owner@pro.example');
  const logins: string[] = [];
  page.on(
    'request',
    (request) =>
      request.isNavigationRequest() && new URL(request.url()).pathname === '/auth/login' && logins.push(request.url()),
  );
  for (const [from, to, heading] of ways) {
    await visitor.open(from);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    // What the page still asks for would find out before anybody goes on.
    await untilQuiet(visitor);
    await visitor.context.clearCookies({ name: 'sessionid' });
    await mainNavigation(page).locator(`a[href="${to}"]`).click();
    await atLogin(page);
    await signInByForm(page, 'owner@pro.example', demoPassword);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForURL((url) => url.pathname === to);
  }
  console.info(`FE-09: ${logins.length} sign-ins for ${ways.length} sessions that ended, one in each remote`);
  expect(logins).toHaveLength(ways.length);
});

/** Forms of the administration and of the agent studio, with a field that takes text. */
const forms = [
  ['/governance/new', 'Name'],
  ['/privilege-manager?set=new', 'Name'],
  ['/agent-scheduling?schedule=new', 'Prompt'],
  ['/agent-automation?automation=new', 'Name'],
  ['/prompt-template-builder', 'Title'],
] as const;
const fieldOf = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true });

/** Somebody types into each form in turn, and their session ends in another tab. */
async function typeAndEnd(visitor: Visitor, other: Page, path: string, name: string): Promise<void> {
  await visitor.open(path);
  await fieldOf(visitor.page, name).fill(half);
  // Who has signed in there stands there.
  if (new URL(other.url()).pathname !== '/') await other.goto('/');
  await botCards(other).first().waitFor();
  await visitor.context.clearCookies({ name: 'sessionid' });
  await other.reload();
  await Promise.all([atLogin(visitor.page), atLogin(other)]);
}

test('FE-09: what is typed into a form and not saved waits for the same person to sign in again, and is told of', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  const { page } = visitor;
  await visitor.signIn('owner@pro.example');
  const other = await visitor.context.newPage();
  for (const [path, name] of forms) {
    await typeAndEnd(visitor, other, path, name);
    await signInByForm(other, 'owner@pro.example', demoPassword);
    await botCards(other).first().waitFor();
    await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
    await eventually(fieldOf(page, name)).toHaveValue(half);
    await eventually(page.getByText(/^Your unsaved changes are back/)).toBeVisible();
  }
  console.info(`FE-09: ${forms.length} of ${forms.length} forms held what was typed after one sign-in`);
});

test('FE-09: and nobody else finds any of it, nor is anything of it left', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  const { page } = visitor;
  await visitor.signIn('owner@pro.example');
  const other = await visitor.context.newPage();
  const [path, name] = forms[0];
  await typeAndEnd(visitor, other, path, name);
  await signInByForm(other, 'admin@pro.example', demoPassword);
  await botCards(other).first().waitFor();
  await page.waitForURL((url) => url.pathname === path);
  await eventually(fieldOf(page, name)).toHaveValue('');
  await eventually.poll(() => leftOn(page)).not.toMatch(half);
});
