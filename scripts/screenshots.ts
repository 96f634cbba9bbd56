// `npm run screenshots`: takes the pictures of the README and of every area anew from the built product; words after it
// choose pictures: `npm run screenshots -- members teams`. Not part of the tests, so that these leave the tree as it
// was.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '../e2e/harness/browser.ts';
import { openBrowser } from '../e2e/harness/browser.ts';
import { prepareTestDatabases } from '../e2e/harness/database.ts';
import { startProduct } from '../e2e/harness/product.ts';
import { ask, botCards, botWithFiles, finishedAnswer, openBot } from '../e2e/harness/screens.ts';
import { newVisitor } from '../e2e/harness/visitor.ts';
import type { Visitor } from '../e2e/harness/visitor.ts';
import { buildPrograms } from '../tooling/build/build-programs.ts';
import { root } from '../tooling/workspace.ts';

const folder = path.join(root, 'docs', 'screenshots');
const view = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 };
const owner = 'owner@pro.example';

/** Goes to what the picture shows, and resolves when it is there. `as` is who looks; without it nobody is signed in. */
type Picture = { readonly as?: string; show(visitor: Visitor): Promise<void> };

/** A path that shows this when it is there. */
const screen = (address: string, shows: (page: Page) => Locator): Picture => ({
  as: owner,
  async show({ page, open }) {
    await open(address);
    await shows(page).first().waitFor();
  },
});
const table = (page: Page) => page.getByRole('main').getByRole('row').nth(1);

const pictures: Readonly<Record<string, Picture>> = {
  login: { show: ({ open }) => open('/auth/login') },
  home: screen('/', botCards),
  dialogue: {
    as: owner,
    async show({ page, open }) {
      await open('/');
      await openBot(page);
      await ask(page, 'How many days of annual leave do I have?');
      const answer = await finishedAnswer(page, 2);
      await answer
        .getByRole('button', { name: /^Source 1: / })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  agents: screen('/agent-controller', (page) => page.getByRole('link', { name: botWithFiles })),
  builder: {
    as: owner,
    async show({ page, open }) {
      await open('/agent-controller');
      await page.getByRole('link', { name: botWithFiles }).click();
      await page.getByRole('list', { name: 'Tools' }).waitFor();
    },
  },
  templates: screen('/prompt-template-controller', table),
  members: screen('/user-group-manager', (page) => page.getByRole('row', { name: /Mei Tanaka/ })),
  teams: {
    as: owner,
    async show({ page, open }) {
      await open('/user-group-manager');
      await page.getByRole('link', { name: 'Teams' }).click();
      await page.getByText('Knowledge').first().waitFor();
    },
  },
  privileges: screen('/privilege-manager', (page) => page.getByRole('main').getByRole('heading', { level: 1 })),
  governance: screen('/governance', (page) => page.getByRole('main').getByRole('heading', { level: 1 })),
  'dialogue-log': screen('/dialogue-log', table),
};

const wishes = process.argv.slice(2);
const unknown = wishes.filter((wish) => !(wish in pictures));
if (unknown.length > 0)
  throw new Error(`There is no picture ${unknown.join(', ')}. The pictures are ${Object.keys(pictures).join(', ')}.`);

mkdirSync(folder, { recursive: true });
await buildPrograms();
await prepareTestDatabases();
const product = await startProduct();
const browser = await openBrowser();
try {
  await askSomething();
  for (const [name, picture] of Object.entries(pictures))
    if (wishes.length === 0 || wishes.includes(name)) await take(name, picture);
} finally {
  await browser.close();
  await product.stop();
}

async function take(name: string, { as, show }: Picture): Promise<void> {
  const visitor = await newVisitor(browser, product, view);
  if (as !== undefined) await visitor.signIn(as);
  await show(visitor);
  await visitor.page.waitForLoadState('networkidle');
  await visitor.page.screenshot({ path: path.join(folder, `${name}.png`) });
  await visitor.close();
  console.log(`docs/screenshots/${name}.png`);
}

/** Asks questions, since the demonstration has no dialogues for administrators to see. */
async function askSomething(): Promise<void> {
  const visitor = await newVisitor(browser, product, view);
  await visitor.signIn('member@pro.example');
  for (const question of ['How many days of annual leave do I have?', 'Who approves a business trip?']) {
    await visitor.open('/');
    await openBot(visitor.page);
    await ask(visitor.page, question);
    await finishedAnswer(visitor.page, 2);
  }
  await visitor.close();
}
