import type { Page } from 'playwright';
import { howOften } from '../../server/src/testing/how-often.ts';
import { openBrowser } from '../harness/browser.ts';
import { eventually, wordsOf } from '../harness/eventually.ts';
import { heldBy, withoutCompilers, type MemoryUse } from '../harness/held.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { ask, botCards, finishedAnswer, mainNavigation, openBot } from '../harness/screens.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
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
  await eventually.poll(() => focused(page)).toMatch(/^BODY/);
  await mainNavigation(page).locator('a[href="/user-group-manager"]').click();
  await eventually.poll(() => focused(page)).toBe('H1 User groups');
  await mainNavigation(page).locator('a[href="/agent-controller"]').click();
  await eventually.poll(() => focused(page)).toBe('H1 Agents');
  await page.goBack();
  await eventually.poll(() => focused(page)).toBe('H1 User groups');
});

test('a dialogue keeps the focus where one writes, and its title is said', async () => {
  const { page } = await open('member@pro.example', '/');
  await openBot(page);
  await ask(page, 'How many days of annual leave do I have?');
  await finishedAnswer(page, 2);
  await mainNavigation(page).locator('a[href="/"]').click();
  await until(
    () => focused(page),
    (it) => it.startsWith('H1 '),
  );
  await page.getByRole('main').locator('a[href^="/dialogue/"]').first().click();
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor();
  await until(
    () => focused(page),
    (it) => it.startsWith('TEXTAREA'),
  );
  const title = await wordsOf(page.getByRole('main').getByRole('heading', { level: 1 }));
  await eventually(page.locator('p[aria-live="polite"]').last()).toHaveText(title);
});

test('the skip link is the first stop and leads into the screen', async () => {
  const { page } = await open('member@pro.example', '/agent-controller');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('Tab');
  await eventually.poll(() => focused(page)).toBe('A Skip to content');
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await eventually(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await eventually
    .poll(() =>
      page
        .getByRole('main')
        .evaluate((main) => main.contains(document.activeElement) && main !== document.activeElement),
    )
    .toBe(true);
  await eventually(page).toHaveURL((url) => url.hash === '');
});

test('a new screen begins at its top, and Back leads to where one was', async () => {
  const { page } = await open('owner@pro.example', '/', { viewport: { width: 1280, height: 320 } });
  await botCards(page).first().waitFor();
  // As soon as there is so much to scroll.
  await eventually
    .poll(() =>
      page.getByRole('main').evaluate((main) => {
        main.scrollTo(0, 180);
        return main.scrollTop;
      }),
    )
    .toBe(180);
  await mainNavigation(page).locator('a[href="/user-group-manager"]').click();
  await page.getByRole('main').getByRole('table').waitFor();
  await eventually.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await botCards(page).first().waitFor();
  await eventually.poll(() => scrolled(page)).toBe(180);
});

test('title and breadcrumb say where one is, in the language of the page, and change with it', async () => {
  const { page } = await open('owner@pro.example', '/');
  const crumbs = page.getByRole('banner').getByRole('navigation').getByRole('listitem');
  await openBot(page);
  await eventually(page).toHaveTitle('People Desk · Parlance');
  await eventually(crumbs).toHaveText(['Chat', 'People Desk']);
  await mainNavigation(page).locator('a[href="/user-group-manager"]').click();
  await eventually(page).toHaveTitle('User groups · Parlance');
  await eventually(crumbs).toHaveText(['Administration', 'User groups']);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de-DE');
  await eventually(page).toHaveTitle('Benutzergruppen · Parlance');
  await eventually(crumbs).toHaveText(['Verwaltung', 'Benutzergruppen']);
});

test('the rail stays folded after a reload', async () => {
  const { page } = await open('member@pro.example', '/agent-controller');
  const width = () => page.getByRole('complementary').evaluate((rail) => rail.getBoundingClientRect().width);
  await eventually.poll(width).toBe(232);
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await eventually.poll(width).toBe(56);
  await page.reload();
  await page.getByRole('button', { name: 'Expand menu' }).waitFor();
  await eventually.poll(width).toBe(56);
});

/** Rounds through the four remotes; 200 take two minutes. */
const rounds = howOften({ decides: 12, proves: 200 });
/** Until everything was used that is used, and compiled: the heap grows by a twentieth in them. */
const roundsBefore = 10;
/**
 * FE-08: a tenth in 200 rounds. Four of the hundred may come at once: what is used late, a table of V8 that doubles.
 */
const growsAtMost = 0.04 + (0.06 * rounds) / 200;
/** What is heard from its first use on, once; one that each round left would be as many as rounds. */
const listenersAtMost = 4;

/** In the page: to a screen that stands alone and has no link in the product, as by Back. */
const goAlone = (path: string) => {
  window.history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
};

async function goRound(page: Page): Promise<void> {
  const heading = (name: RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  for (const [path, name] of [
    ['/agent-controller', /^Agents$/],
    ['/user-group-manager', /^User groups$/],
  ] as const) {
    await mainNavigation(page).locator(`a[href="${path}"]`).click();
    await heading(name);
  }
  await page.evaluate(goAlone, '/terms/service');
  await heading(/^Terms of service$/);
  await page.evaluate(goAlone, '/');
  await heading(/^Good/);
}

test(`FE-08: ${rounds} rounds through the four remotes leave no nodes and no listeners behind, and the heap as it was`, async () => {
  const browser = await openBrowser(withoutCompilers);
  try {
    const visitor = await newVisitor(browser, stage.product);
    await visitor.signIn('owner@pro.example');
    await visitor.open('/');
    for (let round = 0; round < roundsBefore; round += 1) await goRound(visitor.page);
    await untilQuiet(visitor);
    const before = await heldBy(visitor.page);
    for (let round = 0; round < rounds; round += 1) await goRound(visitor.page);
    await untilQuiet(visitor);
    const grown = ({ heap, nodes, listeners }: MemoryUse) => ({
      heap: heap / before.heap - 1,
      nodes: nodes - before.nodes,
      listeners: listeners - before.listeners,
    });
    const isSteady = ({ heap, nodes, listeners }: MemoryUse) =>
      heap <= growsAtMost && nodes <= 0 && listeners <= listenersAtMost;
    const after = await until(async () => grown(await heldBy(visitor.page)), isSteady);
    console.info(
      `FE-08: in ${rounds} rounds the heap grew by ${(100 * after.heap).toFixed(2)} %, nodes ${after.nodes}, listeners ${after.listeners}`,
    );
    expect(visitor.faults).toEqual([]);
  } finally {
    await browser.close();
  }
});
