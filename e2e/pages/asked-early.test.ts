import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import { jwksPath } from '@parlance/shared/contract/api/plans/plan';
import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import type { Route } from 'playwright';
import { beginDialogue, botOf } from '../harness/dialogues.ts';
import { unusedEarly } from '../harness/early.ts';
import { eventually } from '../harness/eventually.ts';
import { hold, shellScript } from '../harness/hold.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { botCards, finishedAnswer } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const member = 'member@pro.example';
const ofPerson = [getWhoami.path, getProfile.path, getRegistrationStatus.path, jwksPath];

/** How often the pages have asked for a path of the services. */
const timesAsked = ({ requested }: Visitor, path: string) =>
  requested.filter((url) => new URL(url).pathname.endsWith(path)).length;

const at = (path: string) => new RegExp(`${path.replaceAll('.', '\\.')}(\\?|$)`);

async function arrive(): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn(member);
  return visitor;
}

test('who the person is and the first list are asked for before any of the code is there, each once, and used', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const letCome = await hold(page, shellScript);
  await page.goto('/', { waitUntil: 'commit' });
  await until(
    () => [...ofPerson, listBots.path].filter((path) => timesAsked(visitor, path) === 0),
    (missing) => missing.length === 0,
  );
  letCome();
  await botCards(page).first().waitFor();
  await untilQuiet(visitor);
  expect([...ofPerson, listBots.path].map((path) => [path, timesAsked(visitor, path)])).toEqual(
    [...ofPerson, listBots.path].map((path) => [path, 1]),
  );
  await eventually.poll(() => unusedEarly(page)).toEqual([]);
});

test('code that is there before the answers waits for them, and asks nothing twice', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const letAnswer = await Promise.all([...ofPerson, listBots.path].map((path) => hold(page, at(path))));
  await page.goto('/');
  await eventually(page.locator('[data-painted]')).toHaveCount(0);
  for (const answer of letAnswer) answer();
  await botCards(page).first().waitFor();
  expect([...ofPerson, listBots.path].map((path) => [path, timesAsked(visitor, path)])).toEqual(
    [...ofPerson, listBots.path].map((path) => [path, 1]),
  );
});

test('every screen that says what it begins with asks for just that', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const dialogue = await beginDialogue(stage, visitor, 'How many days of leave do I have?');
  const bot = `/bots/${await botOf(stage, visitor)}`;
  const heading = () => page.getByRole('heading', { level: 1 }).waitFor();
  for (const [path, isShown] of [
    [bot, heading],
    [dialogue, () => finishedAnswer(page, 2)],
    ['/dialogues', heading],
    ['/agent-controller', heading],
    ['/profile', heading],
  ] as const) {
    await visitor.open(path);
    await isShown();
    await untilQuiet(visitor);
    await eventually.poll(async () => [path, await unusedEarly(page)]).toEqual([path, []]);
  }
  expect(timesAsked(visitor, getBot.path.replace(':bot_id', bot.split('/').at(-1) ?? ''))).toBeGreaterThan(0);
});

test.each([
  [
    'fails',
    500,
    async (route: Route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'Broken.', code: 'internal', request_id: 'r1' } }),
  ],
  ['is lost', 'ERR_FAILED', async (route: Route) => route.abort()],
])('what %s the first time is asked for once more, and the page comes', async (_, said, fault) => {
  const visitor = await arrive();
  const { page } = visitor;
  visitor.expectFault(new RegExp(String(said)));
  for (const path of [...ofPerson.filter((it) => it !== getRegistrationStatus.path), listBots.path])
    await page.route(at(path), fault, { times: 1 });
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await untilQuiet(visitor);
  expect(timesAsked(visitor, getWhoami.path)).toBe(2);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

test.each([401, 403])(
  'a whoami that is refused with %i leads to the login page, and nothing that came with it is shown',
  async (status) => {
    const visitor = await arrive();
    const { page } = visitor;
    visitor.expectFault(new RegExp(`status of ${status}`));
    await page.route(at(getWhoami.path), (route) =>
      route.fulfill({ status, json: { success: false, message: 'No.', code: 'unauthenticated', request_id: 'r1' } }),
    );
    await page.goto('/');
    await page.waitForURL((url) => url.pathname === '/auth/login');
  },
);

test('who signs out in another tab meanwhile is not shown here, nor is what was asked for them', async () => {
  const visitor = await arrive();
  const { page, context } = visitor;
  visitor.expectFault(/status of 401/);
  const second = await context.newPage();
  await second.goto('/');
  await botCards(second).first().waitFor();
  const before = timesAsked(visitor, getRegistrationStatus.path);
  const letCome = await hold(page, shellScript);
  await page.goto('/', { waitUntil: 'commit' });
  await until(
    () => timesAsked(visitor, getRegistrationStatus.path),
    (times) => times > before,
  );
  await second.getByRole('button', { name: /^Account: / }).click();
  await second.getByRole('button', { name: 'Sign out' }).click();
  await second.waitForURL((url) => url.pathname === '/auth/login');
  letCome();
  await page.waitForURL((url) => url.pathname === '/auth/login');
});

test('who signs in meanwhile as somebody else is the one that is shown', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const letCome = await hold(page, shellScript);
  await page.goto('/', { waitUntil: 'commit' });
  await until(
    () => timesAsked(visitor, getRegistrationStatus.path),
    (times) => times === 1,
  );
  await visitor.signIn('owner@pro.example');
  letCome();
  await botCards(page).first().waitFor();
  // The owner's navigation has what no member's has.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subscription' }).waitFor();
  expect(timesAsked(visitor, getWhoami.path)).toBe(2);
  await eventually.poll(() => unusedEarly(page)).toEqual([]);
});

test('back and forward through pages that are loaded anew, and a second tab, ask for the moment that they are opened in', async () => {
  const visitor = await arrive();
  const { page, context } = visitor;
  await visitor.open('/');
  await botCards(page).first().waitFor();
  await visitor.open('/dialogues');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await botCards(page).first().waitFor();
  const second = await context.newPage();
  await second.goto('/');
  await botCards(second).first().waitFor();
  await untilQuiet({ ...visitor, page: second });
  expect(timesAsked(visitor, getWhoami.path)).toBe(4);
  for (const tab of [page, second]) await eventually.poll(() => unusedEarly(tab)).toEqual([]);
});

test('who has no session is asked about nothing', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401.*whoami/);
  await visitor.open('/terms/service');
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  expect(ofPerson.filter((path) => path !== getWhoami.path).map((path) => timesAsked(visitor, path))).toEqual([
    0, 0, 0,
  ]);
  await eventually
    .poll(() => visitor.page.evaluate(() => Reflect.has(globalThis, Symbol.for('parlance.early'))))
    .toBe(false);
});
