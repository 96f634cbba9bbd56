/*
 * FE-04: what of a remote has not the bytes that the registry pins does not run, whichever file it is; what is not
 * pinned is not loaded. What a screen makes of it is in remotes-fail.test.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { alsoPinned, builtLines, type OtherRegistry } from '../harness/other-registry.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { botCards } from '../harness/screens.ts';

let registry: OtherRegistry;
const stage = prepareStage(async () => {
  registry = alsoPinned('');
  return { REGISTRY_FILE: registry.file };
});
afterAll(() => registry.remove());

type Line = ReturnType<typeof builtLines>[number];
/** What a build says of itself, to other builds. No page asks for it (headers.test.ts). */
const ofBuild = ['mf-manifest.json', 'mf-stats.json'];
/**
 * Whatever it fetches by itself: its programs, its styles, its texts. No remote brings a font, which a style sheet
 * could not pin.
 */
const isFetched = (file: string) => /\.(js|css|json)$/.test(file) && !ofBuild.includes(file);
const addresses = builtLines().flatMap(({ base, remote }: Line) =>
  Object.keys(remote.integrity)
    .filter(isFetched)
    .map((file) => `${base}${file}`),
);
const fileAt = (address: string) => {
  const line = builtLines().find(({ base }) => address.startsWith(base));
  return path.join(line?.dir ?? '', address.slice(line?.base.length));
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/**
 * In the page: loads each of these as a remote's own runtime does, and resolves with those that were run, applied or
 * read.
 */
async function loadAll(all: readonly string[]): Promise<string[]> {
  // host/src/remotes/load/integrity.ts
  const pinOf = Reflect.get(globalThis, Symbol.for('parlance.integrity')) as (url: string) => string;
  const load = (address: string) =>
    new Promise<string[]>((resolve) => {
      const url = new URL(address, location.href).href;
      if (address.endsWith('.json'))
        return void fetch(url, { integrity: pinOf(url) }).then(
          () => resolve([address]),
          () => resolve([]),
        );
      const element = address.endsWith('.css')
        ? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url })
        : Object.assign(document.createElement('script'), { src: url });
      element.integrity = pinOf(url);
      element.onload = () => resolve([address]);
      element.onerror = () => resolve([]);
      document.head.append(element);
    });
  return (await Promise.all(all.map(load))).flat();
}

test('every file of every remote is one of them, but for what its build says of itself', () => {
  const files = builtLines().flatMap(({ base, remote }) =>
    Object.keys(remote.integrity)
      .filter((file) => !ofBuild.includes(file))
      .map((file) => `${base}${file}`),
  );
  expect(files).toEqual(addresses);
});

/** A page of each remote: it alone has all pins of it. */
const places: Readonly<Record<string, string>> = {
  chat: '/',
  'agent-studio': '/agent-controller',
  admin: '/user-group-manager',
  registration: '/terms/service',
};

test('one byte changed in each file of each remote: none of them runs; as they were built all of them do', async () => {
  const visitor = await stage.visit();
  const { page, context, open, signIn, expectFault } = visitor;
  expectFault(/Failed to find a valid digest|integrity checks failed/);
  await signIn('owner@pro.example');
  const ran: string[] = [];
  const whole: string[] = [];
  for (const { base, remote } of builtLines()) {
    const own = addresses.filter((address) => address.startsWith(base));
    await open(places[remote.name] ?? `no place for ${remote.name}`);
    await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
    // What the page itself loads is to be as it was built.
    await untilQuiet(visitor);
    const isOwn = ({ pathname }: URL) => own.includes(pathname);
    await context.route(isOwn, (route) => {
      const address = new URL(route.request().url()).pathname;
      return route.fulfill({
        contentType: types[path.extname(address)] ?? '',
        body: `${readFileSync(fileAt(address), 'utf8')}\n`,
      });
    });
    ran.push(...(await page.evaluate(loadAll, own)));
    await context.unrouteAll({ behavior: 'wait' });
    whole.push(...(await page.evaluate(loadAll, own)));
  }
  console.info(`FE-04: ${ran.length} of ${addresses.length} files with one byte more were run, applied or read`);
  expect(ran).toEqual([]);
  expect(whole.sort()).toEqual([...addresses].sort());
});

test('a file of pins with one byte more counts for nothing: no screen of its remote is shown until it comes as it was made', async () => {
  const { page, context, open, signIn, expectFault } = await stage.visit();
  expectFault(/integrity checks failed|Failed to find a valid digest|could not be loaded/);
  await signIn('owner@pro.example');
  let changed = 0;
  await context.route(/\/remotes\/agent-studio\/[^/]+\/pins\./, async (route) => {
    const answer = await route.fetch();
    changed += 1;
    await route.fulfill({ response: answer, body: `${await answer.text()} ` });
  });
  await open('/');
  await botCards(page).first().waitFor();
  await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/agent-controller"]').click();
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await eventually(again).toBeVisible();
  expect(changed).toBeGreaterThan(1);
  await context.unrouteAll({ behavior: 'wait' });
  await again.click();
  await eventually(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible();
});

test('without its pins no remote is shown, and the shell stands', async () => {
  const lines = builtLines();
  for (const { remote } of lines)
    for (const file of Object.keys(remote.integrity))
      if (isFetched(file) && file !== remote.entry) Reflect.deleteProperty(remote.integrity, file);
  writeFileSync(registry.file, JSON.stringify(lines));
  const { page, open, signIn, expectFault } = await stage.visit();
  // The server gives nothing that is not pinned, and the shell would not load it.
  expectFault(/gives no integrity|Failed to load resource|Refused to apply style|could not be loaded/);
  await signIn('owner@pro.example');
  for (const place of ['/', '/agent-controller', '/user-group-manager', '/terms/service']) {
    await open(place);
    await eventually(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  }
});
