// `npm run screenshots`: takes the pictures of the README anew from the built product. Not part of the tests, so that
// these leave the tree as it was.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from '../e2e/harness/browser.ts';
import { startProduct } from '../e2e/harness/product.ts';
import { ask, botCards, finishedAnswer, openBot } from '../e2e/harness/screens.ts';
import { newVisitor } from '../e2e/harness/visitor.ts';
import { buildPrograms } from './build-programs.ts';
import { root } from './workspace.ts';

const folder = path.join(root, 'docs', 'screenshots');
const view = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 };

mkdirSync(folder, { recursive: true });
await buildPrograms();
const product = await startProduct();
const browser = await openBrowser();
try {
  const { page, open, signIn } = await newVisitor(browser, product, view);
  const take = async (name: string) => {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    console.log(`docs/screenshots/${name}.png`);
  };
  await open('/auth/login');
  await take('login');
  await signIn('owner@pro.example');
  await open('/');
  await botCards(page).first().waitFor();
  await take('home');
  await openBot(page);
  await ask(page, 'How many days of annual leave do I have?');
  const answer = await finishedAnswer(page, 2);
  await answer.getByRole('button', { name: /^Source 1: / }).first().click();
  await page.getByRole('dialog').waitFor();
  await take('dialogue');
} finally {
  await browser.close();
  await product.stop();
}
