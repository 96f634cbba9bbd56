import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { ask, finishedAnswer, lastMessage, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const tokens = Array.from({ length: 60 }, (_, index) => ` token${index}`);
let model: ModelServer;

const stage = prepareStage(async () => {
  model = await startModelServer({ answer: () => tokens, tokenPauseMs: 5 });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in', MODEL_TITLES: 'false' };
});
afterAll(() => model.close());

test('an answer goes on after its page was closed, and is complete when it is opened again', async () => {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  const address = await step('A member asks, and closes the page in the middle of the answer', async () => {
    await visitor.open('/');
    await openBot(visitor.page);
    model.hold(20);
    await ask(visitor.page, 'Count for me.');
    await visitor.page.waitForURL(/\/dialogue\//);
    await lastMessage(visitor.page).getByText('token5').waitFor();
    const address = visitor.page.url();
    await visitor.page.close();
    model.goOn();
    return address;
  });
  await step('The answer is complete on the page that is opened again', async () => {
    const again = await visitor.context.newPage();
    await again.goto(address);
    const answer = await finishedAnswer(again, 2);
    // Each once, in order.
    await eventually(answer).toContainText(tokens.join('').trim());
    await eventually
      .poll(() => model.requests.at(-1))
      .toEqual(expect.objectContaining({ finished: true, tokensSent: tokens.length }));
  });
});

test('stop ends the answer at its model too, and keeps what there is of it', async () => {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  await step('A member asks', async () => {
    await visitor.open('/');
    await openBot(visitor.page);
    model.hold(20);
    await ask(visitor.page, 'Count for me again.');
    await lastMessage(visitor.page).getByText('token3').waitFor();
  });
  await step('The member stops the answer, which ends at its model too', async () => {
    await visitor.page.getByRole('button', { name: 'Stop' }).click();
    await finishedAnswer(visitor.page, 2);
    await until(
      () => model.requests.at(-1)?.aborted,
      (aborted) => aborted === true,
    );
    model.goOn();
    expect(model.requests.at(-1)?.tokensSent).toBeLessThan(tokens.length);
  });
  await step('What was written is there after a reload', async () => {
    await visitor.page.reload();
    const kept = await finishedAnswer(visitor.page, 2);
    await eventually(kept).toContainText('token3');
    await eventually(kept).not.toContainText(`token${tokens.length - 1}`);
  });
});

test('a model that refuses is told in words, and the next question works', async () => {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  await step('A member asks a model that refuses, and reads so', async () => {
    await visitor.open('/');
    await openBot(visitor.page);
    model.setFault({ kind: 'status', status: 500 });
    await ask(visitor.page, 'Will you fail?');
    await eventually(await finishedAnswer(visitor.page, 2)).toContainText(/.{20}/);
  });
  await step('The member asks the next question', async () => {
    model.setFault(null);
    await ask(visitor.page, 'And now?');
    await finishedAnswer(visitor.page, 4);
    await eventually(messages(visitor.page).last()).toContainText('token1');
  });
});
