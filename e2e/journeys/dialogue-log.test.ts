import { expectAccessible } from '../harness/axe.ts';
import { contentOf } from '../harness/download.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const stage = prepareStage();
const question = 'How many days of leave do I have?';

test('an administrator finds a badly rated answer, learns who asked for a reason, makes it a test question, and exports', async () => {
  const member = await stage.visit();
  await member.signIn('member@pro.example');
  await step('A member asks a bot and rates its answer badly', async () => {
    await member.open('/');
    await openBot(member.page);
    await ask(member.page, question);
    const answer = await finishedAnswer(member.page, 2);
    await answer.hover();
    const rated = member.page.waitForResponse(
      (it) => it.request().method() === 'PUT' && new URL(it.url()).pathname.endsWith('/rating'),
    );
    await answer.getByRole('button', { name: 'Bad answer' }).click();
    await rated;
  });

  const admin = await stage.visit();
  const { page } = admin;
  await admin.signIn('admin@pro.example');
  const row = page.getByRole('row').filter({ hasText: 'People Desk' });
  await step('An administrator finds the answer (name hidden)', async () => {
    await admin.open('/dialogue-log?rating=down');
    await eventually(row.getByRole('cell').first()).toHaveText(/^Member [0-9A-F]{6}$/);
    await expectAccessible(page, 'dialogue log');
  });
  await step('The administrator gives a reason and learns who asked', async () => {
    await page.getByRole('button', { name: 'Show names' }).click();
    const reason = page.getByRole('dialog', { name: 'Show names' });
    await reason.getByRole('textbox', { name: 'Reason' }).fill('A complaint about a wrong answer');
    await reason.getByRole('button', { name: 'Show names' }).click();
    await row.getByRole('button', { name: 'Mei Tanaka' }).waitFor();
  });
  await step('The administrator exports the dialogues', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const exporting = page.getByRole('dialog', { name: 'Export dialogues' });
    await exporting.getByRole('button', { name: 'Start export' }).click();
    const fetched = page.waitForEvent('download');
    await exporting.getByRole('link', { name: /^CSV of/ }).click();
    const file = (await contentOf(await fetched)).toString();
    expect(file).toContain(`"Mei Tanaka","People Desk","en","member","${question}"`);
    await exporting.getByRole('button', { name: 'Close' }).click();
  });
  await step('The administrator reads the dialogue', async () => {
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: question }).waitFor();
    await eventually(page.getByRole('article')).toHaveCount(2);
    await expectAccessible(page, 'transcript');
  });
  await step('The administrator makes it a test question of the agent', async () => {
    await page.getByRole('button', { name: 'Create test question' }).click();
    const testing = page.getByRole('dialog', { name: 'New test question' });
    await testing.getByRole('textbox', { name: /^Must contain/ }).fill('30 days');
    await testing.getByRole('button', { name: 'Add to test set' }).click();
    await testing.getByRole('link', { name: 'Open agent' }).click();
    await page.waitForURL(/\/agent-edit\/.*tab=tests/);
    await eventually(page.getByRole('textbox', { name: 'Question' })).toHaveValue(question);
  });
  expect([...member.faults, ...admin.faults]).toEqual([]);
});
