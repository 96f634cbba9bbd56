import type { Page } from 'playwright';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const files = [
  text('canteen.txt', 'The canteen serves pangolin stew on Thursdays.\n'),
  text('garden.txt', 'The garden shed key hangs behind the blue door.\n'),
];

async function signedIn(email: string): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn(email);
  return visitor;
}
const saved = (page: Page) => page.getByText('Draft saved', { exact: true }).waitFor();
const instructions = (page: Page) => page.getByRole('textbox', { name: 'Instructions for the model' });
const answerOfTest = (page: Page, place: number) =>
  page.getByRole('article', { name: 'Answer' }).nth(place).and(page.locator('[aria-busy="false"]'));

async function publish(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('textbox', { name: /Version name/ }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByText(/^Version \d+ published$/)
    .first()
    .waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('an agent is built from nothing, tried, published, used by a member, changed, compared and restored', async () => {
  const { page, open } = await signedIn('admin@pro.example');
  await step('An administrator fills in a new agent with files and a tool', async () => {
    await open('/agent-controller');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.waitForURL(/\/agent-builder\?agent=/);
    await page.getByRole('textbox', { name: /^Name/ }).fill('House desk');
    await page.getByRole('textbox', { name: /Starter prompts/ }).fill('When is there stew?');
    await instructions(page).fill('Answer in one sentence.');
    await page.getByTestId('Add files').setInputFiles(files);
    for (const { name } of files)
      await page.getByRole('listitem').filter({ hasText: name }).getByText(/Ready/i).first().waitFor();
    await page.getByRole('list', { name: 'Tools' }).getByRole('checkbox', { name: 'Calculator' }).check();
    await saved(page);
  });
  await step('The administrator tries it with a prepared question and one of their own', async () => {
    await page.getByRole('button', { name: 'When is there stew?' }).click();
    await answerOfTest(page, 0)
      .getByText(/Thursdays/)
      .first()
      .waitFor();
    const question = page.getByRole('region', { name: 'Test' }).getByRole('textbox', { name: 'Prompt' });
    await question.fill('Where does the key of the garden shed hang?');
    await question.press('Enter');
    await answerOfTest(page, 1)
      .getByText(/blue door/)
      .first()
      .waitFor();
  });
  await step('The administrator gives it to the whole organisation and publishes it', async () => {
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByRole('radio', { name: /Everyone in the organisation/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await publish(page, 'First');
  });

  const member = await signedIn('member@pro.example');
  await step('A member asks the agent', async () => {
    await member.open('/');
    await openBot(member.page, 'House desk');
    await ask(member.page, 'On which day is there pangolin stew?');
    await finishedAnswer(member.page, 2);
    await eventually(messages(member.page).nth(1)).toContainText('Thursdays');
  });
  await step('The administrator changes it and publishes once more', async () => {
    await page.getByRole('link', { name: 'Versions and tests' }).click();
    await page.getByRole('link', { name: 'Form and test' }).click();
    await instructions(page).fill('Answer in two sentences.');
    await saved(page);
    await publish(page, 'Longer');
  });
  await step('The administrator compares both versions', async () => {
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    await page.getByRole('combobox', { name: 'Compare', exact: true }).selectOption({ label: 'Version 1' });
    await eventually(page.locator('del', { hasText: /^one/ }).first()).toBeVisible();
  });
  await step('The administrator restores the first', async () => {
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('No differences').waitFor();
    await page.getByRole('link', { name: 'Form and test' }).click();
    await eventually(instructions(page)).toHaveValue('Answer in one sentence.');
  });
});
