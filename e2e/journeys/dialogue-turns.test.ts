import { ratingReasons } from '@parlance/shared/contract/api/dialogues';
import type { Locator, Page } from 'playwright';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { ask, finishedAnswer, lastMessage, leaveByEscape, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

let model: ModelServer;
const tokens = Array.from({ length: 60 }, (_, index) => ` token${index}`);
const answerTo = (prompt: string) => [`About “${prompt}”:`, ...tokens];

const stage = prepareStage(async () => {
  model = await startModelServer({
    answer: ({ messages: said }) => answerTo(String(said.at(-1)?.content).split('\n').at(-1) ?? ''),
    tokenPauseMs: 5,
  });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in', MODEL_TITLES: 'false' };
});
afterAll(() => model.close());

/** A dialogue whose first answer was stopped in the middle. */
async function stoppedDialogue(): Promise<Visitor> {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await openBot(page, 'Blank Sheet');
  model.hold(20);
  await ask(page, 'Count.');
  await messages(page).nth(1).getByText('token5').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await finishedAnswer(page, 2);
  // Not before it has heard of the stop: it would be through with the rest of the answer in no time.
  await until(
    () => model.requests.at(-1)?.aborted,
    (aborted) => aborted === true,
  );
  model.goOn();
  return visitor;
}
const versionOf = (message: Locator) => message.getByRole('group', { name: 'Versions' }).locator('span').first();
const answer = (page: Page) => messages(page).nth(1);

test('an answer that was stopped is gone on with, given once more, and each version is there to be read', async () => {
  const { page } = await stoppedDialogue();
  await step('A member has an answer go on that they had stopped', async () => {
    await page.getByText('You stopped this answer.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await answer(page).getByText('token59').waitFor();
    await finishedAnswer(page, 2);
    await eventually(versionOf(answer(page))).toHaveText('2 / 2');
  });
  await step('The member asks for another answer', async () => {
    await page.getByRole('button', { name: 'Regenerate' }).click();
    await eventually(versionOf(answer(page))).toHaveText('3 / 3');
    await finishedAnswer(page, 2);
  });
  await step('The member goes back to the first version', async () => {
    await page.getByRole('button', { name: 'Previous version' }).click();
    await eventually(versionOf(answer(page))).toHaveText('2 / 3');
    await page.getByRole('button', { name: 'Previous version' }).click();
    await page.getByText('You stopped this answer.').waitFor();
    await eventually(answer(page)).not.toContainText('token59');
  });
  await step('The version is there after a reload', async () => {
    await page.reload();
    await finishedAnswer(page, 2);
    await eventually(versionOf(answer(page))).toHaveText('1 / 3');
  });
});

test('a prompt is asked differently as a branch of its own, and both are there after a reload', async () => {
  const { page } = await stoppedDialogue();
  const editor = page.getByRole('textbox', { name: 'Edited prompt' });
  await step('A member opens their prompt to ask something else', async () => {
    await messages(page).first().hover();
    await page.getByRole('button', { name: 'Edit prompt' }).click();
    await eventually(editor).toHaveValue('Count.');
  });
  await step('The member asks it differently', async () => {
    await editor.fill('Count backwards.');
    await editor.press('Enter');
    await messages(page).first().getByText('Count backwards.').waitFor();
    await lastMessage(page).getByText('token3').waitFor();
    await finishedAnswer(page, 2);
  });
  await step('Both are there after a reload', async () => {
    await page.reload();
    await finishedAnswer(page, 2);
    await eventually(versionOf(messages(page).first())).toHaveText('2 / 2');
    await messages(page).first().getByRole('button', { name: 'Previous version' }).click();
    await messages(page).first().getByText('Count.', { exact: true }).waitFor();
    await eventually(messages(page)).toHaveCount(2);
  });
});

test('what is sent while an answer is written waits for it, in order; one is taken back with its file and written on', async () => {
  const { page } = await stoppedDialogue();
  const chips = page.locator('form').getByRole('list', { name: 'Files' });
  const waiting = page.getByText('Waiting for the previous answer to finish.');
  await step('A member asks while an answer is written, and twice more', async () => {
    model.hold(20);
    await ask(page, 'First?');
    await messages(page).nth(3).getByText('token1').waitFor();
    await ask(page, 'Second?');
    await page
      .getByTestId('attach')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Trains before planes.') });
    await chips.getByText('Ready').waitFor();
    await ask(page, 'Third?');
    await eventually(waiting).toHaveCount(2);
  });
  await step('The member takes the last back with its file', async () => {
    await page.getByRole('button', { name: 'Cancel prompt' }).last().click();
    await eventually(waiting).toHaveCount(1);
    await eventually(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Third?');
    await chips.getByText('notes.txt').waitFor();
  });
  await step('What still waits is answered', async () => {
    model.goOn();
    await eventually(waiting).toHaveCount(0);
    await eventually(await finishedAnswer(page, 6)).toContainText('About “Second?”');
  });
  await step('The dialogue is the same after a reload', async () => {
    await page.reload();
    await lastMessage(page).getByText('About “Second?”').waitFor();
    await eventually(messages(page)).toHaveCount(6);
  });
});

test('an answer is rated with every reason that is offered, which is there after a reload, and taken back', async () => {
  const { page } = await stoppedDialogue();
  await step('A member rates an answer with every reason, as good and then as bad', async () => {
    for (const value of ['up', 'down'] as const) {
      await page.getByRole('button', { name: value === 'up' ? 'Good answer' : 'Bad answer' }).click();
      const form = page.getByRole('form', {
        name: value === 'up' ? 'Thank you. What was good about it?' : 'Thank you. What was wrong with it?',
      });
      const { length } = ratingReasons[value];
      await eventually(form.getByRole('checkbox')).toHaveCount(length);
      for (let at = 0; at < length; at += 1) await form.getByRole('checkbox').nth(at).check();
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
    }
  });
  await step('The rating is there after a reload, and is taken back', async () => {
    await page.reload();
    const bad = page.getByRole('button', { name: 'Bad answer' });
    await bad.and(page.locator('[aria-pressed="true"]')).waitFor();
    await bad.click();
    await bad.and(page.locator('[aria-pressed="false"]')).waitFor();
  });
});

test('an answer tells on demand which model wrote it and how long it took', async () => {
  const { page } = await stoppedDialogue();
  const details = page.getByRole('dialog', { name: 'Answer details' });
  await step('A member asks what an answer took', async () => {
    await page.getByRole('button', { name: 'Answer actions' }).click();
    await page.getByRole('menuitem', { name: 'Answer details' }).click();
    await details.getByText('stand-in').waitFor();
    await eventually(details).toContainText(/\d sec/);
  });
  await step('The member leaves it by Escape and is back at the menu', async () => {
    await leaveByEscape(details);
    await eventually(page.getByRole('button', { name: 'Answer actions' })).toBeFocused();
  });
});
