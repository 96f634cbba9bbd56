/*
 * FE-01: thirteen faults of remotes, and all four of them down. Never a blank page, never a spinner for good; the shell
 * and the other remotes go on, and a retry heals without a reload what can be healed.
 */
import type { BrowserContext, Page, Route } from 'playwright';
import { howOften } from '../../server/src/testing/how-often.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { alsoPinned, type OtherRegistry } from '../harness/other-registry.ts';
import { botCards, mainNavigation } from '../harness/screens.ts';

const throwing = 'throw new Error("this remote is broken");';
let registry: OtherRegistry;
const stage = prepareStage(async () => {
  // Such a release is pinned as any other.
  registry = alsoPinned(throwing);
  return { REGISTRY_FILE: registry.file };
});
afterAll(() => registry.remove());

type Remote = {
  readonly name: string;
  readonly path: string;
  readonly heading: RegExp;
  /** The screen of another remote. */ readonly other: string;
};
const remotes: readonly Remote[] = [
  { name: 'chat', path: '/', heading: /^Good/, other: '/user-group-manager' },
  { name: 'agent-studio', path: '/agent-controller', heading: /^Agents$/, other: '/' },
  { name: 'admin', path: '/user-group-manager', heading: /^User groups$/, other: '/agent-controller' },
  { name: 'registration', path: '/terms/service', heading: /^Terms of service$/, other: '/' },
];

type Fault = {
  readonly name: string;
  readonly files: 'entry' | 'screen' | 'texts';
  readonly answer: (route: Route) => Promise<void>;
};
const gone = (route: Route) => route.fulfill({ status: 404, body: 'not found' });
const silent = () => new Promise<void>(() => {});
const otherBytes = (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', body: 'globalThis.forged = true;' });
const otherTexts = (route: Route) => route.fulfill({ contentType: 'application/json', body: '{}' });
const faults: readonly Fault[] = [
  { name: 'its entry is not there', files: 'entry', answer: gone },
  { name: 'its server is overloaded', files: 'entry', answer: (route) => route.fulfill({ status: 503, body: 'down' }) },
  { name: 'its entry never arrives', files: 'entry', answer: silent },
  {
    name: 'its entry is a page of HTML',
    files: 'entry',
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Moved</title>' }),
  },
  { name: 'its entry has other bytes than the registry pins', files: 'entry', answer: otherBytes },
  { name: 'the network is gone', files: 'entry', answer: (route) => route.abort('connectionfailed') },
  {
    name: 'its code throws as soon as it runs',
    files: 'entry',
    answer: (route) => route.fulfill({ contentType: 'text/javascript', body: throwing }),
  },
  { name: 'the files of its screens are not there', files: 'screen', answer: gone },
  { name: 'the files of its screens never arrive', files: 'screen', answer: silent },
  { name: 'the files of its screens have other bytes', files: 'screen', answer: otherBytes },
  { name: 'its texts are not there', files: 'texts', answer: gone },
  { name: 'its texts never arrive', files: 'texts', answer: silent },
  { name: 'its texts have other bytes', files: 'texts', answer: otherTexts },
];

const filesOf = ({ name }: Remote, { files }: Fault): RegExp => {
  const kinds = { entry: 'entry\\.[^/]+\\.js', screen: '(?!entry\\.)[^?]+\\.(js|css)', texts: 'locales/[^/]+\\.json' };
  return new RegExp(`/remotes/${name}/[^/]+/${kinds[files]}(\\?attempt=\\d+)?$`);
};

const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' });
const isFramed = ({ name }: Remote) => name !== 'registration';

/** What is still on its way takes long; what is not there has failed. */
const words = ({ answer }: Fault) =>
  answer === silent
    ? 'This is taking longer than usual…'
    : 'This part couldn’t be displayed. Everything else still works.';

/** What holds while the remote fails: its place says so, nothing foreign ran, and the rest of the product works. */
async function survives(page: Page, remote: Remote, fault: Fault): Promise<void> {
  await page.getByRole('main').getByText(words(fault)).waitFor();
  await retry(page).waitFor();
  await eventually.poll(() => page.evaluate(() => 'forged' in globalThis)).toBe(false);
  if (!isFramed(remote)) return;
  await mainNavigation(page).locator(`a[href="${remote.other}"]`).click();
  await page
    .getByRole('heading', { level: 1, name: remotes.find((it) => it.path === remote.other)?.heading ?? '' })
    .waitFor();
  await mainNavigation(page).locator(`a[href="${remote.path}"]`).click();
  await page.waitForURL((url) => url.pathname === remote.path, { waitUntil: 'commit' });
}

/** Presses “Try again”, unless the screen heals before: a script that arrives late does that. */
async function heals(page: Page, remote: Remote): Promise<void> {
  const healed = page.getByRole('heading', { level: 1, name: remote.heading }).waitFor();
  await Promise.race([healed, retry(page).click()]);
  await healed;
  await eventually.poll(() => page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
}

/**
 * How many of the remotes meet each fault. One loader in the shell loads all of them, so two decide: one after the
 * other in turn, so that of each remote its entry, its screens and its texts have failed.
 */
const remotesAFault = howOften({ decides: 2, proves: remotes.length });
const meeting = (fault: number): Remote[] =>
  // There is one at each place.
  Array.from({ length: remotesAFault }, (_, at) => remotes[(fault + at) % remotes.length] as Remote);

/** All of them at once, each to its end: where one fails, no other is under way in a browser that is being closed. */
async function forEach(those: readonly Remote[], walk: (remote: Remote) => Promise<void>): Promise<void> {
  const walks = those.map(walk);
  await Promise.allSettled(walks);
  await Promise.all(walks);
}

let [walked, healed] = [0, 0];
afterAll(() =>
  console.info(
    `FE-01: 0 of ${walked} faults left a blank page, a page that is stuck, or took another remote with them; ${healed} healed without a reload`,
  ),
);

describe.each(faults.map((fault, at) => ({ ...fault, at })))('when $name', ({ at, ...fault }) => {
  test('a remote shows the fallback in its place, and the rest works', async () => {
    await forEach(meeting(at), async (remote) => {
      const { page, context, signIn, expectFault } = await stage.visit();
      expectFault(
        /remotes\/|agent-studio|chat|admin|registration|Failed to find a valid digest|Failed to load resource|ERR_|federation|this remote is broken/i,
      );
      await signIn('owner@pro.example');
      const files = filesOf(remote, fault);
      await context.route(files, fault.answer);
      // One of the faults is that a file of the page never arrives.
      await page.goto(remote.path, { waitUntil: 'commit' });
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
      await survives(page, remote, fault);
      walked += 1;
      await context.unroute(files);
      await heals(page, remote);
      healed += 1;
    });
  });
});

/** Until it arrives the page has not loaded. */
async function holdPicture(context: BrowserContext): Promise<void> {
  await context.route('**/held.svg', () => new Promise(() => {}));
  await context.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      const picture = new Image();
      picture.src = '/held.svg';
      document.body.append(picture);
    }),
  );
}

/**
 * The bytes came, so the browser has them, and they are the wrong ones. Texts it does not keep so: no tag asks for
 * them.
 */
const wrongBytes = faults.filter(({ name, files }) => files !== 'texts' && /other bytes|throws|HTML/.test(name));

describe.each(wrongBytes.map((fault, at) => ({ ...fault, at })))(
  'when $name and the page is still loading',
  ({ at, ...fault }) => {
    test('a retry asks the network, and not the browser for what it was given before', async () => {
      await forEach(meeting(at), async (remote) => {
        const { page, context, signIn, expectFault } = await stage.visit();
        expectFault(/./);
        await signIn('owner@pro.example');
        const files = filesOf(remote, fault);
        await context.route(files, fault.answer);
        await holdPicture(context);
        await page.goto(remote.path, { waitUntil: 'commit' });
        await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
        await retry(page).waitFor();
        await context.unroute(files);
        await heals(page, remote);
        await eventually.poll(() => page.evaluate(() => document.readyState)).toBe('interactive');
      });
    });
  },
);

test('when every remote is down, the shell still stands', async () => {
  const { page, context, expectFault, open, signIn } = await stage.visit();
  expectFault(/remote|Failed to load resource|federation/i);
  await signIn('owner@pro.example');
  await context.route(/\/remotes\//, (route) => route.fulfill({ status: 503, body: 'down' }));
  await open('/');
  await retry(page).waitFor();
  await eventually(mainNavigation(page)).toBeVisible();
  await context.unroute(/\/remotes\//);
  await retry(page).click();
  await botCards(page).first().waitFor();
});
