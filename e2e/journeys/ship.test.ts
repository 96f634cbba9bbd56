import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getDeployment } from '@parlance/shared/contract/api/releases/operator';
import { type Audience, shipRelease } from '@parlance/shared/contract/api/releases/releases';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import type { Output } from '@parlance/shared/contract/endpoint';
import type { Page } from 'playwright';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { isInAudience, packChanged, versionWith } from '../../server/src/testing/releases.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, botCards, finishedAnswer, lastMessage, mainNavigation, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const operatorKey = 'e2e-operator-key-that-nobody-guesses-0123456789';
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-ship-'));
const tokens = Array.from({ length: 60 }, (_, index) => ` token${index}`);

let model: ModelServer;
const stage = prepareStage(async () => {
  model = await startModelServer({ answer: () => tokens, tokenPauseMs: 5 });
  return {
    OPERATOR_KEY: operatorKey,
    MODEL_BASE_URL: model.baseUrl,
    MODEL_API_KEY: 'stand-in',
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
  };
});
afterAll(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

let places = 0;
/**
 * What `npm run operate -- ship` sends when the sources were changed so: the build of this checkout, without waiting
 * for webpack.
 */
const changed = (changes: Parameters<typeof packChanged>[2]) =>
  packChanged(path.join(root, 'remote-admin', 'dist'), path.join(folder, `release-${(places += 1)}`), changes);

async function ship(archive: string, audience?: Audience): Promise<Response> {
  return fetch(`${stage.product.apiBase}${shipRelease.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ remote: 'admin', archive, by: 'e2e', ...(audience === undefined ? {} : { audience }) }),
  });
}

async function shipped(archive: string, audience?: Audience): Promise<void> {
  const { status } = await ship(archive, audience);
  expect(status).toBe(200);
}

/** What `npm run operate -- rollback remote-admin` runs. */
const rollBack = () =>
  promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(root, 'scripts', 'operate.ts'), 'rollback', 'remote-admin'],
    {
      env: { PATH: process.env['PATH'], API_PORT: stage.product.apiPort, OPERATOR_KEY: operatorKey },
    },
  );

const entryOf = (page: Page, name: string) => mainNavigation(page).getByRole('link', { name, exact: true });
const notice = (page: Page) => page.getByText('A new version is available.');

/** Somebody comes back to the tab: pages ask then, and every 30 seconds besides. */
async function offered(page: Page): Promise<void> {
  await eventually
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return notice(page).count();
    })
    .toBe(1);
}

async function loadIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reload' }).click();
  await eventually.poll(() => page.evaluate(() => 'sameDocument' in globalThis).catch(() => true)).toBe(false);
}
const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { sameDocument: true }));

async function organizationOf({ context }: Visitor): Promise<string> {
  const answer = await context.request.get(`${stage.product.apiBase}${getWhoami.path}`);
  return ((await answer.json()) as { data: { organization_id: string } }).data.organization_id; // what whoami promises
}

async function signedIn(email: string): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn(email);
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
  return visitor;
}

test('a remote is shipped while an answer is written: the answer goes on, the tab offers the release, the draft is kept; and back', async () => {
  const { page } = await signedIn('owner@pro.example');
  await step('An owner begins a message while an answer is written', async () => {
    await openBot(page, 'Blank Sheet');
    model.hold(30);
    await ask(page, 'Count.');
    await page.waitForURL(/\/dialogue\//);
    await lastMessage(page).getByText('token5').waitFor();
    await page.getByRole('textbox', { name: 'Prompt' }).fill('What I was about to say');
    await mark(page);
  });
  await step('A release is shipped, and the tab offers it', async () => {
    await shipped(changed({ words: ['User groups', 'People and teams'] }).archive);
    await offered(page);
  });
  await step('The answer goes on until it is whole', async () => {
    model.goOn();
    const answer = await finishedAnswer(page, 2);
    await eventually(answer).toContainText(tokens.join('').trim());
  });
  await step('The owner loads the release, and the message is there', async () => {
    await eventually(entryOf(page, 'User groups')).toBeVisible();
    await loadIt(page);
    await entryOf(page, 'People and teams').waitFor();
    await eventually(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('What I was about to say');
    await entryOf(page, 'People and teams').click();
    await page.getByRole('heading', { level: 1, name: 'People and teams' }).waitFor();
  });
  const name = page.getByRole('main').getByRole('textbox', { name: 'Name' });
  await step('The owner fills in a form', async () => {
    // A form is not kept while one works: its text goes along when the notice is taken at its word.
    await entryOf(page, 'Governance').click();
    await page.getByRole('main').getByRole('link', { name: 'New rule' }).first().click();
    await name.pressSequentially('No card numbers');
  });
  await step('The release is rolled back, and the tab offers that', async () => {
    await mark(page);
    await rollBack();
    await offered(page);
  });
  await step('The owner loads it, and what stood in the form is there', async () => {
    await loadIt(page);
    await eventually(name).toHaveValue('No card numbers');
    await entryOf(page, 'User groups').waitFor();
  });
});

const tenPercent: Audience = { percent: 10, organizations: [], plans: [] };

/**
 * Code that throws, of a release of which a tenth of the organisations has the one and not the other: by the very
 * function of the server.
 */
function codeFor(unlucky: string, lucky: string): string {
  const reaches = (version: string, organizationId: string) =>
    isInAudience(tenPercent, { remote: 'admin', version }, { organizationId, planName: '', features: new Set() });
  for (let number = 0; number < 1000; number++) {
    const code = `throw new Error("this release is broken"); // ${number}`;
    const version = versionWith(path.join(root, 'remote-admin', 'dist'), code);
    if (reaches(version, unlucky) && !reaches(version, lucky)) return code;
  }
  throw new Error('A share reaches both of two organisations or neither, a thousand times.');
}

/** What the operators’ page shows of a release of admin. */
async function healthOf(version: string): Promise<{ visits: number; failures: number }> {
  const answer = await fetch(`${stage.product.apiBase}${getDeployment.path}`, {
    headers: { authorization: `Bearer ${operatorKey}` },
  });
  const { data } = (await answer.json()) as { data: Output<typeof getDeployment> }; // what getDeployment promises
  const hours =
    data.remotes.find(({ remote }) => remote === 'admin')?.health.find((it) => it.version === version)?.hours ?? [];
  return {
    visits: hours.reduce((all, { visits }) => all + visits, 0),
    failures: hours.reduce((all, hour) => all + hour.load_failures + hour.draw_failures, 0),
  };
}

test('a release that throws at its start, given to a tenth of the organisations, fails for these and nobody else, is counted, and “Try again” heals once it is taken back', async () => {
  const unlucky = await signedIn('owner@pro.example');
  const lucky = await signedIn('owner@team.example');
  unlucky.expectFault(/this release is broken|admin/);
  const version = await step('A broken release is shipped to a tenth of the organisations', async () => {
    const { archive, version } = changed({ code: codeFor(await organizationOf(unlucky), await organizationOf(lucky)) });
    await shipped(archive, tenPercent);
    return version;
  });
  const again = unlucky.page.getByRole('main').getByRole('button', { name: 'Try again' });
  await step('An owner of that tenth loads it, and its screens fail', async () => {
    await mark(unlucky.page);
    await offered(unlucky.page);
    await loadIt(unlucky.page);
    await entryOf(unlucky.page, 'User groups').click();
    await again.waitFor();
  });
  await step('The rest of the product works for them', async () => {
    await entryOf(unlucky.page, 'Home').click();
    await botCards(unlucky.page).first().waitFor();
  });
  await step('An owner of another organisation notices nothing', async () => {
    await lucky.open('/user-group-manager');
    await lucky.page.getByRole('heading', { level: 1, name: 'User groups' }).waitFor();
  });
  await step('The operator reads of one visit and one failure', () =>
    eventually.poll(() => healthOf(version)).toEqual({ visits: 1, failures: 1 }),
  );
  await step('The release is taken back, and “Try again” heals', async () => {
    await entryOf(unlucky.page, 'User groups').click();
    await again.waitFor();
    await rollBack();
    await again.click();
    await unlucky.page.getByRole('heading', { level: 1, name: 'User groups' }).waitFor();
  });
});

/** A tab for each remote, and screens that it opens for the first time when other releases are served by then. */
const tabs = [
  ['/', ['/dialogues']],
  ['/agent-controller', ['/agent-scheduling', '/prompt-template-controller']],
  ['/user-group-manager', ['/governance', '/dashboard', '/audit-log']],
] as const;

test('FE-03: tabs that stay open while two releases are shipped go on with theirs; what was typed is there, and each is loaded once, when it is asked to', async () => {
  const visitor = await signedIn('owner@pro.example');
  const { context } = visitor;
  const open = await step('An owner has a tab open for each remote', () =>
    Promise.all(
      tabs.map(async ([path, later]) => {
        const page = await context.newPage();
        await page.goto(path);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        let loads = 0;
        page.on('load', () => (loads += 1));
        return { page, later, loads: () => loads };
      }),
    ),
  );
  const typing = visitor.page;
  await step('The owner begins a message in another', async () => {
    await openBot(typing, 'Blank Sheet');
    await typing.getByRole('textbox', { name: 'Prompt' }).fill('Not sent yet');
  });
  await step('Two releases are shipped', async () => {
    for (const words of ['Groups of people', 'Circles'])
      await shipped(changed({ words: ['User groups', words] }).archive);
  });
  await step('The tabs open further screens of theirs, and none is loaded anew', async () => {
    for (const { page, later } of open) {
      for (const path of later) {
        await mainNavigation(page).locator(`a[href="${path}"]`).click();
        await page.waitForURL((url) => url.pathname === path);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      }
    }
    expect(open.map(({ loads }) => loads())).toEqual(open.map(() => 0));
  });
  await step('The owner loads the release in each', async () => {
    for (const page of [typing, ...open.map((tab) => tab.page)]) {
      await mark(page);
      await offered(page);
      await loadIt(page);
      await entryOf(page, 'Circles').waitFor();
    }
  });
  await step('The message is there', () =>
    eventually(typing.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Not sent yet'),
  );
  console.info(
    `FE-03: ${visitor.faults.length} uncaught errors and 1 load each in ${open.length + 1} tabs, 0 of 1 drafts lost`,
  );
  expect(open.map(({ loads }) => loads())).toEqual(open.map(() => 1));
  await rollBack();
  await rollBack();
});

test('a release that takes more of the host than it has is refused with the reason, and what is served stays', async () => {
  const served = async () => (await fetch(`${stage.product.origin}/registry.json`)).json();
  const before: unknown = await served();
  const answer = await ship(changed({ words: ['User groups', 'Ahead'], takes: ['useTelepathy'] }).archive);
  const words = await answer.text();
  const after: unknown = await served();
  expect(answer.status).toBe(400);
  expect(words).toContain('it takes useTelepathy of @parlance/shared/session, which this host does not have');
  expect(after).toEqual(before);
});
