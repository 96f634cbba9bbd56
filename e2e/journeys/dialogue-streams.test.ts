import type { Page } from 'playwright';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { ask, finishedAnswer, lastMessage, mainNavigation, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

let model: ModelServer;
const tokens = Array.from({ length: 90 }, (_, index) => ` token${index}`);
const whole = tokens.join('').trim();

const stage = prepareStage(async () => {
  model = await startModelServer({ answer: () => tokens, tokenPauseMs: 5 });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in', MODEL_TITLES: 'false' };
});
afterAll(() => model.close());

/** A dialogue whose answer is being written, and is held in the middle until the model goes on. */
async function asking(email = 'member@pro.example'): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn(email);
  await visitor.open('/');
  await openBot(visitor.page, 'Blank Sheet');
  model.hold(30);
  await ask(visitor.page, 'Count.');
  await visitor.page.waitForURL(/\/dialogue\//);
  await lastMessage(visitor.page).getByText('token5').waitFor();
  return visitor;
}
async function expectWhole(page: Page): Promise<void> {
  const answer = await finishedAnswer(page, 2);
  await eventually(answer.locator('p').filter({ hasText: whole })).toHaveText(whole);
}

test('an answer whose page loses the network goes on where it was, without a word lost or twice', async () => {
  const visitor = await asking();
  visitor.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  const { page, context } = visitor;
  await step('The page loses the network in the middle of an answer', async () => {
    await context.setOffline(true);
    await page.getByText(/The connection was lost/).waitFor();
  });
  await step('The network is back, and the answer becomes whole', async () => {
    model.goOn();
    await context.setOffline(false);
    await expectWhole(page);
    await eventually(page.getByText(/The connection was lost/)).toHaveCount(0);
  });
});

test('a reload in the middle goes on where the answer is', async () => {
  const { page } = await asking();
  await step('A member loads the page anew in the middle of an answer', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
  });
  await step('The answer becomes whole', async () => {
    model.goOn();
    await expectWhole(page);
  });
});

test('a second browser reads the answer as it grows, and goes on with the dialogue for both', async () => {
  const first = await asking();
  const second = await stage.visit();
  await second.signIn('member@pro.example');
  await step('The same member opens the dialogue in a second browser', async () => {
    await second.page.goto(first.page.url());
    await second.page.getByRole('button', { name: 'Stop' }).waitFor();
  });
  await step('The answer becomes whole in both', async () => {
    model.goOn();
    await Promise.all([expectWhole(first.page), expectWhole(second.page)]);
  });
  await step('The member asks once more in the second', async () => {
    model.hold(30);
    await ask(second.page, 'And again?');
    await messages(second.page).nth(3).getByText('token2').waitFor();
  });
  await step('What the member asks in the first comes after it', async () => {
    // The first has not heard of it; what it sends comes after it, and brings it along.
    await ask(first.page, 'What did I ask?');
    await first.page.getByText('And again?').waitFor();
    await first.page.getByText('Waiting for the previous answer to finish.').waitFor();
    model.goOn();
  });
});

test('a dialogue that is deleted while its answer is written is gone wherever it is open', async () => {
  const visitor = await asking();
  visitor.expectFault(/status of 404/);
  const { page, context } = visitor;
  await step('A member deletes the dialogue in another tab', async () => {
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Dialogue actions' }).click();
    await other.getByRole('menuitem', { name: 'Delete' }).click();
    await other.waitForURL((url) => url.pathname === '/');
  });
  await step('The page that reads the answer says so, and the model is left alone', async () => {
    await page.getByText('It has been deleted.').waitFor();
    await until(
      () => model.requests.some(({ aborted }) => aborted),
      (isAborted) => isAborted,
    );
  });
});

test('Back leads to the place in a dialogue that one had left, and forward navigation to its end', async () => {
  const visitor = await asking('owner@pro.example');
  const { page } = visitor;
  await step('A dialogue becomes longer than the window', async () => {
    model.goOn();
    await finishedAnswer(page, 2);
    for (let turn = 2; turn <= 5; turn += 1) {
      await ask(page, `Count again, ${turn}.`);
      await finishedAnswer(page, turn * 2);
    }
  });
  const scroller = page.locator('main');
  await step('The member reads further up', async () => {
    await scroller.hover();
    await page.mouse.wheel(0, -500);
    await page.getByRole('button', { name: 'Jump to end' }).waitFor();
  });
  // What is above may have become taller or shorter when it is drawn again: that what one read stands where it stood is
  // the promise.
  const standing = () =>
    messages(page)
      .nth(4)
      .evaluate((read) => Math.round(read.getBoundingClientRect().top));
  const before = await standing();
  await step('The member goes home and comes back to where they were', async () => {
    await mainNavigation(page).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor();
    await page.goBack();
    await messages(page).first().waitFor();
    await until(standing, (now) => Math.abs(now - before) <= 1);
  });
});
