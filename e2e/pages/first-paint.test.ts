import type { BrowserContextOptions, Page } from 'playwright';
import { eventually } from '../harness/eventually.ts';
import { hold, shellScript } from '../harness/hold.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { botCards, mainNavigation } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

/**
 * What stands in the page before any script of the shell is there (host/src/first-paint/painted), and the shell after
 * it.
 */
const stage = prepareStage();
const painted = '[data-painted]';

/** Opens an address with the shell's script kept back; gives the function that lets it come. */
async function openPainted(visitor: Visitor, path = '/'): Promise<() => void> {
  const letCome = await hold(visitor.page, shellScript);
  await visitor.page.goto(path, { waitUntil: 'commit' });
  await visitor.page.locator(`${painted} main`).waitFor();
  // Nothing is painted before the sheet has come, and nothing stands where it will.
  await eventually
    .poll(() =>
      visitor.page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet !== null),
      ),
    )
    .toBe(true);
  return letCome;
}

async function arrive(
  options: BrowserContextOptions = {},
  cookies: Readonly<Record<string, string>> = {},
): Promise<Visitor> {
  const visitor = await stage.visit(options);
  await visitor.signIn('member@pro.example');
  await visitor.context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: stage.product.origin })),
  );
  return visitor;
}

const cardsOf = (page: Page) => botCards(page).first().waitFor();

/**
 * Where each part of the frame stands, by what it is: left, top, width and height in pixels. Of the rail what leads to
 * a place.
 */
const places = (page: Page) =>
  page.evaluate(() => {
    const parts = [
      'aside nav',
      'aside nav a[href]',
      'aside nav h2',
      'header:has(+ main)',
      'header li',
      'header:has(+ main) button',
      'main',
    ].flatMap((selector) => [...document.querySelectorAll(selector)].map((element) => ({ selector, element })));
    return Object.fromEntries(
      // What there is no room for has no size.
      parts
        .filter(({ element }) => element.getBoundingClientRect().width > 0)
        .map(({ selector, element }) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const name =
            element.getAttribute('href') ??
            element.getAttribute('aria-label') ??
            (element.matches('h2, li') ? element.textContent : '');
          return [`${selector} ${name}`, [x, y, width, height]];
        }),
    );
  });

/** The sum of what has moved by itself on the page (Layout Instability API). */
const shifts = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    return new Promise<number>((resolve) => {
      // What is buffered is delivered as a task of its own, before the next frame but one.
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          resolve(
            observer
              .takeRecords()
              .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
          ),
        ),
      ); // a layout shift has one
    });
  });

const browsers: readonly {
  readonly name: string;
  readonly options: BrowserContextOptions;
  readonly cookies: Readonly<Record<string, string>>;
  readonly home: string;
}[] = [
  { name: 'wide', options: {}, cookies: {}, home: 'Home' },
  { name: 'dark, in Chinese', options: { locale: 'zh-TW' }, cookies: { theme: 'dark' }, home: '首頁' },
  { name: 'folded, in German', options: { locale: 'de-DE' }, cookies: { rail: 'collapsed' }, home: 'Startseite' },
  { name: 'narrow', options: { viewport: { width: 360, height: 740 } }, cookies: {}, home: 'Home' },
];

test.each(browsers)(
  '$name: the frame stands there without any script, and not a pixel of it moves when the shell takes its place',
  async ({ options, cookies, home }) => {
    const visitor = await arrive(options, cookies);
    const { page } = visitor;
    const letCome = await openPainted(visitor);
    await eventually(page.getByRole('banner').getByRole('listitem').last()).toHaveText(home);
    const before = await places(page);
    letCome();
    await eventually(page.locator(painted)).toHaveCount(0);
    await cardsOf(page);
    const after = await places(page);
    const stayed = Object.keys(before).filter((part) => after[part] !== undefined);
    expect(stayed.length).toBeGreaterThan(options.viewport === undefined ? 10 : 3);
    expect(Object.fromEntries(stayed.map((part) => [part, after[part]]))).toEqual(
      Object.fromEntries(stayed.map((part) => [part, before[part]])),
    );
    expect(Object.keys(before).filter((part) => after[part] === undefined)).toEqual([]);
    await eventually.poll(() => shifts(page)).toBe(0);
  },
);

test('what is painted has the names that the style sheet of the shell knows', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await openPainted(visitor, '/dialogues');
  const unknown = () =>
    page.evaluate(() => {
      const sheets = [...document.styleSheets]
        .map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join(' '))
        .join(' ');
      const names = [...document.querySelectorAll('[data-painted], [data-painted] *')].flatMap((element) => [
        ...element.classList,
      ]);
      return { number: names.length, unknown: names.filter((name) => !sheets.includes(`.${CSS.escape(name)}`)) };
    });
  await eventually.poll(async () => (await unknown()).unknown).toEqual([]);
  await eventually.poll(async () => (await unknown()).number).toBeGreaterThan(40);
});

test('a link of it is followed by the code that is on its way, in the same page', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const letCome = await openPainted(visitor);
  await mainNavigation(page).getByRole('link', { name: 'Dialogues', exact: true }).click();
  await eventually.poll(() => new URL(page.url()).pathname).toBe('/dialogues');
  await eventually(mainNavigation(page).locator('[aria-current="page"]')).toHaveText('Dialogues');
  letCome();
  await page.getByRole('heading', { level: 1, name: 'Dialogues' }).waitFor();
  expect(visitor.requested.filter((url) => new URL(url).pathname === '/dialogues')).toEqual([]);
  await page.goBack();
  await cardsOf(page);
});

test('where the code cannot be fetched a link leads to another page, which tries again', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  visitor.expectFault(/ERR_FAILED/);
  await page.route(shellScript, (route) => route.abort());
  await page.goto('/');
  await page.locator(painted).waitFor();
  await page.unroute(shellScript);
  await mainNavigation(page).getByRole('link', { name: 'Dialogues', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dialogues' }).waitFor();
});

test('who was on a link by the keyboard stays on it', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const letCome = await openPainted(visitor);
  const entry = mainNavigation(page).getByRole('link', { name: 'Agents', exact: true });
  await entry.focus();
  letCome();
  await eventually(page.locator(painted)).toHaveCount(0);
  await until(
    () => entry.evaluate((it) => it === document.activeElement),
    (hasFocus) => hasFocus,
  );
});

test('without JavaScript the page says what it needs, above the frame', async () => {
  const visitor = await arrive({ javaScriptEnabled: false });
  const { page } = visitor;
  await visitor.open('/');
  await page.locator(painted).waitFor();
  const note = page.locator('noscript');
  await eventually(note).toBeVisible();
  await eventually.poll(() => note.evaluate((it) => it.getBoundingClientRect().y)).toBeLessThan(40);
});

test.each(['/terms/service', '/error?code=404'])('%s has no frame of this kind, and nothing of it', async (path) => {
  const visitor = await arrive();
  const letCome = await hold(visitor.page, shellScript);
  await visitor.page.goto(path, { waitUntil: 'commit' });
  await visitor.page.locator('#root').waitFor({ state: 'attached' });
  await eventually(visitor.page.locator('#root > *')).toHaveCount(0);
  letCome();
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
});
