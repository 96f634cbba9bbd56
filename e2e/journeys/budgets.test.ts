import { prepareStage } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { botCards } from '../harness/screens.ts';
import { kilobytes, scriptsAmong, watchWire } from '../harness/wire.ts';

const stage = prepareStage();

/** Kilobytes of JavaScript over the wire (brotli) of a cold page, and requests up to a usable login page. */
const budgets = { login: { scripts: 150, requests: 6 }, chat: { scripts: 470 }, smallRemote: { scripts: 10 } };

test(`the login page takes at most ${budgets.login.scripts} KB of JavaScript in at most ${budgets.login.requests} requests`, async () => {
  const { page, open } = await stage.visit();
  const { transfers } = await watchWire(page);
  await open('/auth/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  const firstPage = transfers.filter(({ isBeforeLoad }) => isBeforeLoad);
  expect(scriptsAmong(firstPage).length).toBeGreaterThan(0);
  expect(kilobytes(scriptsAmong(firstPage))).toBeLessThanOrEqual(budgets.login.scripts);
  expect(firstPage.length).toBeLessThanOrEqual(budgets.login.requests);
});

test(`the chat screen, opened cold by its address, takes at most ${budgets.chat.scripts} KB of JavaScript`, async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('member@pro.example');
  const { transfers } = await watchWire(page);
  await open('/');
  await botCards(page).first().waitFor();
  await page.waitForLoadState('networkidle');
  const scripts = scriptsAmong(transfers);
  expect(scripts.some(({ url }) => url.includes('/remotes/chat/'))).toBe(true);
  expect(kilobytes(scripts)).toBeLessThanOrEqual(budgets.chat.scripts);
});

test(`a further small remote takes at most ${budgets.smallRemote.scripts} KB of JavaScript`, async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('member@pro.example');
  await open('/');
  await botCards(page).first().waitFor();
  await page.waitForLoadState('networkidle');
  const { transfers } = await watchWire(page);
  await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/agent-controller"]').click();
  await page.waitForURL((url) => url.pathname === '/agent-controller');
  await untilQuiet(transfers);
  const scripts = scriptsAmong(transfers);
  expect(scripts.length).toBeGreaterThan(0);
  expect(kilobytes(scripts)).toBeLessThanOrEqual(budgets.smallRemote.scripts);
});
