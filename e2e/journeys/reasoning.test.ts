import type { Locator, Page } from 'playwright';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, lastMessage, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

/** What the model says: it reasons and answers, or its answer begins inside of its reasoning. */
const marked = [
  '<think>',
  'The ',
  '**handbook** ',
  'has it.',
  ' So thirty.',
  '</think>',
  '\n\nYou have',
  ' thirty days.',
];
const begunInside = ['They ', 'ask ', 'for the ', '**rule**.', '</think>', '\n\nIt is', ' on page two.'];

let model: ModelServer;
const stage = prepareStage(async () => {
  model = await startModelServer({
    answer: ({ messages }) => (JSON.stringify(messages.at(-1)).includes('page') ? begunInside : marked),
  });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in', MODEL_TITLES: 'false' };
});
afterAll(() => model.close());

const disclosure = (page: Page, name: RegExp): Locator => lastMessage(page).getByRole('button', { name });
const thinking = /^Thinking…$/;
const thought = /^Thought for /;
const isFetched = ({ requested }: Visitor) => requested.some((url) => /\/messages\/[^/]+\/reasoning/.test(url));

async function asking(prompt: string, afterTokens: number): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await openBot(visitor.page, 'Blank Sheet');
  model.hold(afterTokens);
  await ask(visitor.page, prompt);
  await visitor.page.waitForURL(/\/dialogue\//);
  return visitor;
}

/** The words of the reasoning that is open. */
function reasoning(page: Page, word: string): Locator {
  return lastMessage(page).locator('p').filter({ hasText: word }).first();
}

test('what a model reasons before it answers is folded, grows where it is opened, and is none of the answer', async () => {
  const visitor = await asking('How many days?', 4);
  const { page, context } = visitor;
  await step('A member sees that the model thinks, and not what', async () => {
    await eventually(disclosure(page, thinking)).toHaveAttribute('aria-expanded', 'false');
    await eventually(lastMessage(page)).not.toContainText('handbook');
  });
  await step('The member opens it by keys and reads along', async () => {
    await disclosure(page, thinking).press('Enter');
    await lastMessage(page).locator('strong').filter({ hasText: 'handbook' }).waitFor();
    await expectAccessible(page, 'reasoning that is open');
  });
  await step('The page is loaded anew in the middle, and has the reasoning once', async () => {
    await page.reload();
    await disclosure(page, thinking).click();
    await eventually(reasoning(page, 'handbook')).toHaveText('The handbook has it.');
  });
  await step('The model answers, and the page says how long it thought', async () => {
    model.goOn();
    const answer = await finishedAnswer(page, 2);
    await disclosure(page, thought).waitFor();
    await eventually(reasoning(page, 'handbook')).toHaveText('The handbook has it. So thirty.');
    await eventually(answer.getByText('You have thirty days.', { exact: true })).toBeVisible();
    await eventually(answer).not.toContainText('think>');
  });
  await step('Paper has the answer alone', async () => {
    await page.emulateMedia({ media: 'print' });
    await eventually(lastMessage(page).getByText('You have thirty days.')).toBeVisible();
    await eventually(lastMessage(page).getByText('handbook')).toBeHidden();
    await page.emulateMedia({ media: null });
  });
  await step('What the member copies is the answer alone', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await lastMessage(page).hover();
    await lastMessage(page).getByRole('button', { name: 'Copy answer' }).click();
    await page.getByText('Copied').first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trim()).toBe('You have thirty days.');
  });
  await step('After a reload it is fetched when it is opened, and not before', async () => {
    expect(isFetched(visitor)).toBe(false);
    await page.reload();
    await eventually(disclosure(page, thought)).toHaveAttribute('aria-expanded', 'false');
    expect(isFetched(visitor)).toBe(false);
    await disclosure(page, thought).click();
    await eventually(reasoning(page, 'handbook')).toHaveText('The handbook has it. So thirty.');
    expect(isFetched(visitor)).toBe(true);
  });
});

test('what looked like an answer and was reasoning becomes that, also on a page that is loaded in the middle', async () => {
  const { page } = await asking('On which page?', 6);
  await step('The model turns out to have reasoned, and begins its answer', async () => {
    await lastMessage(page).getByText('It is').waitFor();
    await disclosure(page, thought).click();
    await eventually(reasoning(page, 'rule')).toHaveText('They ask for the rule.');
  });
  await step('The page is loaded anew in the middle of the answer', async () => {
    await page.reload();
    await lastMessage(page).getByText('It is').waitFor();
  });
  await step('The answer becomes whole, without a word of the reasoning or one that is there twice', async () => {
    model.goOn();
    const answer = await finishedAnswer(page, 2);
    await eventually(answer.getByText('It is on page two.', { exact: true })).toBeVisible();
    await eventually(answer).not.toContainText('rule');
    await disclosure(page, thought).click();
    await eventually(reasoning(page, 'rule')).toHaveText('They ask for the rule.');
  });
});
