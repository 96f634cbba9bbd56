import type { Page } from 'playwright';
import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { botCards } from '../harness/screens.ts';

const stage = prepareStage();

/** The red of the page's background, 0 … 255. */
const brightness = (page: Page) =>
  page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]));
const isDark = (red: number) => red < 64;

test.each([
  { choice: 'dark', device: 'light', dark: true },
  { choice: 'light', device: 'dark', dark: false },
  { choice: 'system', device: 'dark', dark: true },
] as const)(
  'the choice of $choice on a device that is $device is there before any script has run, on every page',
  async ({ choice, device, dark }) => {
    const visitor = await stage.visit({ colorScheme: device });
    const { page, context } = visitor;
    visitor.expectFault(/ERR_FAILED/);
    await visitor.signIn('member@pro.example');
    await context.addCookies([{ name: 'theme', value: choice, url: stage.product.origin }]);
    await context.route(/\.js$/, (route) => route.abort());
    for (const path of ['/auth/login', '/', '/profile', '/terms/service', '/error?code=404']) {
      await page.goto(path);
      const red = await brightness(page);
      expect({ path, isDark: isDark(red) }).toEqual({ path, isDark: dark });
      await eventually(page.locator('html')).toHaveAttribute('data-theme', choice);
    }
  },
);

test('while the style sheet is on its way the empty page has the right colour already', async () => {
  const visitor = await stage.visit({ colorScheme: 'light' });
  const { page, context } = visitor;
  await visitor.signIn('member@pro.example');
  await context.addCookies([{ name: 'theme', value: 'dark', url: stage.product.origin }]);
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<undefined>();
  await context.route(/\.css$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  // What an element has no colour of its own for is the browser's, by the schemes of the page.
  const canvas = () =>
    page.evaluate(() => {
      // Before the first words of the page are there, it has no element and shows nothing.
      if (document.querySelector('body') === null) return Number.NaN;
      const probe = document.createElement('i');
      probe.style.color = 'Canvas';
      document.documentElement.append(probe);
      const red = Number(/\d+/.exec(getComputedStyle(probe).color)?.[0]);
      probe.remove();
      return red;
    });
  const red = await until(canvas, Number.isFinite);
  expect(isDark(red)).toBe(true);
  letCome(undefined);
  await botCards(page).first().waitFor();
});

test('“system” follows the device while the page is open; another choice does not', async () => {
  const visitor = await stage.visit({ colorScheme: 'light' });
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/profile');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await eventually.poll(async () => isDark(await brightness(page))).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(() => brightness(page), isDark);
  await page.getByRole('main').getByText('Light', { exact: true }).click();
  await until(
    () => brightness(page),
    (red) => !isDark(red),
  );
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await eventually.poll(async () => isDark(await brightness(page))).toBe(false);
});
