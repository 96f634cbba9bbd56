import type { Page } from 'playwright';
import { prepareStage } from '../harness/journey.ts';
import { botCards, openBot, signInByForm } from '../harness/screens.ts';
import { demoPassword, type Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const email = 'member@pro.example';
const half = 'Half of a sentence that';

type Tabs = { readonly visitor: Visitor; readonly first: Page; readonly second: Page; readonly bot: string };

/** Two tabs of one browser: one at home, one at a bot with something typed and not sent. */
async function openTwoTabs(): Promise<Tabs> {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  await visitor.signIn(email);
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
  const second = await visitor.context.newPage();
  await second.goto('/');
  await openBot(second);
  await second.getByRole('textbox', { name: 'Message' }).fill(half);
  return { visitor, first: visitor.page, second, bot: second.url() };
}
const atLogin = (page: Page) => page.waitForURL((url) => url.pathname === '/auth/login');

test('§4: a session that ends in one tab ends in the other at once; one sign-in opens both, with what was typed', async () => {
  const { visitor, first, second, bot } = await openTwoTabs();
  await visitor.context.clearCookies({ name: 'sessionid' });
  await first.reload();
  await Promise.all([atLogin(first), atLogin(second)]);
  await signInByForm(first, email, demoPassword);
  await botCards(first).first().waitFor();
  await second.waitForURL(bot);
  await second.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(await second.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(half);
});

test('after signing out in one tab nothing of the tenant is left in the other: not on the page, not in storage, not behind Back', async () => {
  const { first, second } = await openTwoTabs();
  await first.getByRole('button', { name: /^Account of / }).click();
  await first.getByRole('button', { name: 'Sign out' }).click();
  await Promise.all([atLogin(first), atLogin(second)]);
  for (const page of [first, second]) {
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toContain(half);
    expect(kept).not.toMatch(/@|Bennett|Tanaka|Northwind/);
    await page.goBack();
    await atLogin(page);
  }
});

test('whoever signs in next sees nothing that the one before has typed', async () => {
  const { visitor, first, second, bot } = await openTwoTabs();
  await visitor.context.clearCookies({ name: 'sessionid' });
  await first.reload();
  await Promise.all([atLogin(first), atLogin(second)]);
  await signInByForm(first, 'admin@pro.example', demoPassword);
  await second.waitForURL(bot);
  await second.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(await second.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
});
