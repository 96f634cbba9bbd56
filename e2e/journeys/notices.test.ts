import type { Page } from 'playwright';
import { untilIdle } from '../harness/consent.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { botCards } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const lost = 'You are offline.';
const back = 'You are back online.';
/** The page waits this long before it calls a network lost or found. */
const settlesMs = 1000;
const notices = (page: Page) => page.getByRole('region', { name: /^Notices/ }).getByRole('status');

async function openHome(): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
  // What shows notices is fetched while there is a network.
  await untilIdle(visitor.page);
  visitor.expectFault(/ERR_INTERNET_DISCONNECTED/);
  return visitor;
}

test('a network that goes and comes back is told of at the left foot, and the notice leaves by itself', async () => {
  const { page, context } = await openHome();
  await context.setOffline(true);
  await notices(page).filter({ hasText: lost }).waitFor();
  const box = await notices(page).first().boundingBox();
  expect(box !== null && box.x < 40 && box.y + box.height > 740).toBe(true);
  await context.setOffline(false);
  await notices(page).filter({ hasText: back }).waitFor();
  await until(() => notices(page).count(), (count) => count === 0);
});

test('§9: at most three are seen at once; the next one follows', async () => {
  const { page, context } = await openHome();
  const texts = () => notices(page).allInnerTexts();
  for (const [isOffline, shown] of [[true, 1], [false, 2], [true, 3]] as const) {
    await context.setOffline(isOffline);
    await until(texts, ({ length }) => length === shown);
    // Where the pointer is, nothing leaves: a slow machine sees three as well.
    await notices(page).first().hover();
  }
  await context.setOffline(false);
  await page.waitForTimeout(settlesMs + 500);
  expect(await texts()).toEqual([lost, back, lost].map((text) => expect.stringContaining(text)));
  await notices(page).first().getByRole('button', { name: 'Close' }).click();
  await until(texts, (shown) => shown.length === 3 && shown.every((text, place) => text.includes([back, lost, back][place] ?? '-')));
});

test('by keyboard: F8 leads to it, Escape closes it and the focus is back', async () => {
  const { page, context } = await openHome();
  const first = botCards(page).first();
  await first.focus();
  await context.setOffline(true);
  await notices(page).first().waitFor();
  await page.keyboard.press('F8');
  expect(await notices(page).first().evaluate((notice) => notice === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  expect(await notices(page).count()).toBe(0);
  expect(await first.evaluate((card) => card === document.activeElement)).toBe(true);
  await context.setOffline(false);
});
