import type { Page } from 'playwright';
import { untilIdle } from '../harness/consent.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { botCards, pressEscapeIn } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const lost = 'You’re offline.';
const back = 'You’re back online.';
/** The page waits this long before it calls a network lost or found. */
const settlesMs = 1000;
const notices = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('status');

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
  // Where the pointer is, nothing leaves, however slow the machine.
  await notices(page).filter({ hasText: lost }).hover();
  await eventually
    .poll(() =>
      notices(page)
        .first()
        .evaluate((it) => it.getBoundingClientRect().left < 40 && it.getBoundingClientRect().bottom > 740),
    )
    .toBe(true);
  await page.mouse.move(0, 0);
  await context.setOffline(false);
  await notices(page).filter({ hasText: back }).waitFor();
  await eventually(notices(page)).toHaveCount(0);
});

test('§9: at most three are seen at once; the next one follows', async () => {
  const { page, context } = await openHome();
  for (const [isOffline, shown] of [
    [true, 1],
    [false, 2],
    [true, 3],
  ] as const) {
    await context.setOffline(isOffline);
    // Where the pointer is, nothing leaves: a slow machine sees three as well.
    await notices(page).first().hover();
    await eventually(notices(page)).toHaveCount(shown);
  }
  await context.setOffline(false);
  // eslint-disable-next-line no-restricted-syntax -- that no fourth appears has nothing that comes after it
  await page.waitForTimeout(settlesMs + 500);
  await eventually(notices(page)).toContainText([lost, back, lost]);
  await notices(page).first().getByRole('button', { name: 'Close' }).click();
  await eventually(notices(page)).toContainText([back, lost, back]);
});

test('by keyboard: F8 leads to it, Escape closes it and the focus is back', async () => {
  const { page, context } = await openHome();
  const first = botCards(page).first();
  await first.focus();
  await context.setOffline(true);
  await notices(page).first().hover();
  await page.keyboard.press('F8');
  await eventually(notices(page).first()).toBeFocused();
  await pressEscapeIn(notices(page).first());
  await eventually(notices(page)).toHaveCount(0);
  await eventually(first).toBeFocused();
  await context.setOffline(false);
});
