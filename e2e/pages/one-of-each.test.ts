import { howOften } from '../../server/src/testing/how-often.ts';
import { copiesOn, countRenderers, oneOfEach } from '../harness/copies.ts';
import { eventually, patienceMs } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { botCards, mainNavigation, openPalette, paletteField, paletteOptions } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();

/** Pages that are loaded at once. */
const loads = howOften({ decides: 6, proves: 50 });
/** Where so many load at once each waits for the others. */
const patience = patienceMs * Math.ceil(loads / 10);
const places = [
  ['/', /^Good/],
  ['/agent-controller', /^Agents$/],
  ['/user-group-manager', /^User groups$/],
  ['/terms/service', /^Terms of service$/],
] as const;

type SignedIn = Awaited<ReturnType<Visitor['context']['storageState']>>;

/** Loads one of the remotes, and then, with the palette, all that the person may open at the same time. */
async function loadFirst(place: number, signedIn: SignedIn): Promise<Awaited<ReturnType<typeof copiesOn>>> {
  const visitor = await stage.visit({ storageState: signedIn });
  const { page, open } = visitor;
  page.setDefaultTimeout(patience);
  const [path, name] = places[place % places.length] ?? places[0];
  await countRenderers(visitor);
  await open(path);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  if (path.startsWith('/terms/')) return copiesOn(visitor);
  await openPalette(page);
  await paletteField(page).fill('people');
  await paletteOptions(page).filter({ hasText: 'People Desk' }).first().waitFor();
  return copiesOn(visitor);
}

test(`FE-05: one React, one router, one session store and one i18next are on each of ${loads} pages that load at once`, async () => {
  // Once: of one account so many sign-ins at the same moment are taken for somebody who guesses.
  const { context, signIn } = await stage.visit();
  await signIn('owner@pro.example');
  const signedIn = await context.storageState();
  const found = await Promise.all(Array.from({ length: loads }, (_, place) => loadFirst(place, signedIn)));
  const wrong = found.filter((copies) => JSON.stringify(copies) !== JSON.stringify(oneOfEach));
  console.info(`FE-05: ${wrong.length} of ${found.length} first loads had a second copy of what must exist once`);
  expect(wrong).toEqual([]);
});

test('and on a page on which three remotes were opened', async () => {
  const visitor = await stage.visit();
  const { page, open, signIn, requested } = visitor;
  await signIn('owner@pro.example');
  await countRenderers(visitor);
  await open('/');
  await botCards(page).first().waitFor();
  for (const [path, name] of [places[1], places[2], places[0]]) {
    await mainNavigation(page).locator(`a[href="${path}"]`).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  const remotes = new Set(requested.flatMap((address) => /\/remotes\/([^/]+)\//.exec(address)?.[1] ?? []));
  expect([...remotes].sort()).toEqual(['admin', 'agent-studio', 'chat']);
  const copies = await copiesOn(visitor);
  expect(copies).toEqual(oneOfEach);
});

test('a remote that a person may not open is never downloaded', async () => {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  await visitor.open('/user-group-manager');
  await visitor.page.waitForURL((url) => url.pathname === '/');
  await botCards(visitor.page).first().waitFor();
  await mainNavigation(visitor.page).waitFor();
  await eventually(mainNavigation(visitor.page).locator('a[href="/user-group-manager"]')).toHaveCount(0);
  // Whatever the shell fetches when idle.
  await untilQuiet(visitor);
  expect(visitor.requested.filter((address) => address.includes('/remotes/admin/'))).toEqual([]);
  expect(visitor.requested.some((address) => address.includes('/remotes/chat/'))).toBe(true);
});
