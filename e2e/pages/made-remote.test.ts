import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { runNode } from '../../tooling/workspace.ts';
import { copiesOn, countRenderers, oneOfEach } from '../harness/copies.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { checkOutOnceMore, type OtherCheckout } from '../harness/made-remotes.ts';
import { mainNavigation } from '../harness/screens.ts';

let checkout: OtherCheckout;

/** The made screen, with a control of a ui tier, in the theme that the tier brings. */
const withButton = (name: string) => (folder: string) => {
  const screen = path.join(folder, 'src', 'screens', name, `${name}.tsx`);
  const changed = readFileSync(screen, 'utf8')
    .replace(
      `import { Page } from`,
      `import { Button, ThemeProvider } from '@parlance/shared/ui/core';\nimport { Page } from`,
    )
    .replace(/<p>.*<\/p>/, '<ThemeProvider><Button type="primary">Press</Button></ThemeProvider>');
  writeFileSync(screen, changed);
};

const stage = prepareStage(async () => {
  checkout = checkOutOnceMore();
  const plain = await checkout.make('plain');
  const drawn = await checkout.make('drawn', withButton('drawn'));
  checkout.raiseTier('@parlance/shared/ui/core');
  const ahead = await checkout.make('ahead', withButton('ahead'));
  const [major, minor] = plain.remote.surface.split('.').map(Number);
  const tooNew = {
    ...plain,
    base: '/remotes/too-new/1/',
    remote: {
      ...plain.remote,
      name: 'too-new',
      container: 'parlance_too_new',
      surface: `${major}.${(minor ?? 0) + 1}`,
      screens: plain.remote.screens.map((screen) => ({ ...screen, path: '/too-new' })),
    },
  };
  return { REGISTRY_FILE: checkout.registryWith([plain, drawn, ahead, tooNew]) };
});
afterAll(() => checkout.remove());

const button = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'Press' });
/** All that a style says, and how large it is then. */
const looks = (place: Locator) =>
  place.evaluate((it) => {
    const style = getComputedStyle(it);
    const { width, height } = it.getBoundingClientRect();
    return {
      width,
      height,
      ...Object.fromEntries([...style].map((property) => [property, style.getPropertyValue(property)])),
    };
  });

test('a remote that was just made has a suite that passes, and is in the product after one line of the registry', async () => {
  const { code, output } = await runNode(
    'node_modules/jest/bin/jest.js',
    [
      '--rootDir',
      path.join(checkout.folder, 'remote-plain'),
      '-c',
      path.join(checkout.folder, 'remote-plain', 'jest.config.mjs'),
    ],
    {
      cwd: path.join(checkout.folder, 'remote-plain'),
      env: { NODE_OPTIONS: '--experimental-vm-modules' },
    },
  );
  expect(`${code} ${/Tests:.*/.exec(output)?.[0] ?? output}`).toMatch(/^0 Tests: +1 passed, 1 total$/);
  const { page, open, signIn } = await stage.visit();
  await signIn('member@pro.example');
  await open('/');
  await mainNavigation(page).locator('a[href="/plain"]').click();
  await page.getByRole('heading', { level: 1, name: 'New area' }).waitFor();
  await page.getByText('Something new begins here.').waitFor();
});

test('one that needs a newer ui tier than the host’s brings its own, and looks the same in both themes; another takes the host’s', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, open, signIn, requested } = await stage.visit({ colorScheme });
    await signIn('member@pro.example');
    await open('/drawn');
    await button(page).waitFor();
    const ofHost = await looks(button(page));
    const chunksOf = (name: string) =>
      requested.filter((address) => address.includes(`/remotes/${name}/`) && address.endsWith('.js')).length;
    const few = chunksOf('drawn');
    await open('/ahead');
    await button(page).waitFor();
    await eventually.poll(() => looks(button(page))).toEqual(ofHost);
    expect(chunksOf('ahead')).toBeGreaterThan(few);
  }
});

test('FE-05: with a ui tier of its own it takes React, router, session and i18next of the page nevertheless', async () => {
  const visitor = await stage.visit();
  const { page, open, signIn } = visitor;
  await signIn('member@pro.example');
  await countRenderers(visitor);
  await open('/');
  for (const path of ['/drawn', '/ahead', '/agent-controller']) {
    await mainNavigation(page).locator(`a[href="${path}"]`).click();
    await page.getByRole('heading', { level: 1, name: path === '/agent-controller' ? 'Agents' : 'New area' }).waitFor();
  }
  const copies = await copiesOn(visitor);
  expect(copies).toEqual(oneOfEach);
});

test('one that needs a newer surface is refused with a sentence, and none of its code is asked for', async () => {
  const { page, open, signIn, requested, expectFault } = await stage.visit();
  expectFault(/“too-new” needs the surface/);
  await signIn('member@pro.example');
  await open('/plain');
  await mainNavigation(page).locator('a[href="/too-new"]').click();
  await eventually(page.getByRole('alert')).toContainText('This part is newer than the page it’s on.');
  await eventually(mainNavigation(page).locator('a[href="/plain"]')).toBeVisible();
  expect(requested.filter((address) => /\/remotes\/too-new\/.*\.js$/.test(address))).toEqual([]);
});
