import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { type ModelServer, startModelServer } from '../../server/src/testing/model-server.ts';
import { expectAccessible } from '../harness/axe.ts';
import { eventually, wordsOf } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { botWithFiles, mainNavigation } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

let model: ModelServer;
const stage = prepareStage(async () => {
  // A page shows no element that is none of HTML’s: what stands in it is said.
  model = await startModelServer({
    answer: ({ messages }) => [
      'The model was asked: ',
      String(messages.at(-1)?.content).replaceAll(/<\/?event\b[^>]*>/g, ''),
    ],
  });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in', MODEL_TITLES: 'false' };
});
afterAll(() => model.close());

const phone = { width: 360, height: 740 };

/** Saves what stands in the editor for the first time and switches it on. */
async function createAndSwitchOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create automation' }).click();
  await page.waitForURL(/automation=[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
}

async function chooseAgent(page: Page): Promise<void> {
  const agent = page.getByRole('combobox', { name: 'Agent', exact: true });
  await agent.getByRole('option', { name: botWithFiles }).waitFor({ state: 'attached' });
  const [value] = await agent
    .getByRole('option', { name: botWithFiles })
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)); // options of a select
  await agent.selectOption(value ?? '');
}

/** Opens the only execution of the history, once it has ended well. */
async function openDone(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Done' });
  await eventually(row).toHaveCount(1);
  await row.getByRole('link').first().click();
  await page.getByRole('heading', { level: 2, name: 'Answer' }).waitFor();
}

test('an automation is built, sent a signed event by its own script, and what came of it is read; a form does the same for a stranger', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('admin@pro.example');
  await step('An administrator sees that there are no automations yet', async () => {
    await open('/');
    await mainNavigation(page).getByRole('link', { name: 'Automations' }).click();
    await page.getByRole('heading', { name: 'No automations yet' }).waitFor();
    await page.getByRole('link', { name: /Follow up a bad rating/ }).waitFor();
    await expectAccessible(page, 'automations without any');
  });
  await step('The administrator builds one that a webhook sets off', async () => {
    await page.getByRole('link', { name: 'New automation' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Confirm orders');
    await chooseAgent(page);
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Confirm order ');
    await page.getByRole('button', { name: /^Insert \{\{order\.id\}\}/ }).click();
    await eventually(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(
      'Confirm order {{order.id}}',
    );
    await eventually(page.getByRole('region', { name: 'Resulting prompt' })).toContainText(
      'Confirm order <event path="order.id">A-1042</event>',
    );
    await createAndSwitchOn(page);
    await expectAccessible(page, 'an automation with its secret');
  });
  await step('Its own script sends it a signed event', async () => {
    await page.getByText('Send a test from the command line').click();
    const script = await wordsOf(page.locator('pre'));
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
  });
  await step('The administrator reads what came of it', async () => {
    await openDone(page);
    await eventually(page.getByRole('main')).toContainText('The model was asked: Confirm order A-1042');
    await expectAccessible(page, 'what a webhook has set off');
  });
  const link = await step('The administrator builds one that a form sets off', async () => {
    await open('/agent-automation?automation=new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Collect reports');
    await page.locator('label').filter({ hasText: 'Form submitted' }).click();
    await page.getByRole('textbox', { name: 'Form title' }).fill('Report a fault');
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('What is broken?');
    await chooseAgent(page);
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Report: {{what_is_broken}}');
    await createAndSwitchOn(page);
    return until(
      () => page.getByRole('textbox', { name: 'Form link' }).inputValue(),
      (address) => address.includes('/form/'),
    );
  });

  const stranger = await stage.visit({ locale: 'de-DE', viewport: phone });
  await step('A stranger fills in the form on a phone', async () => {
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { level: 1, name: 'Report a fault' }).waitFor();
    await eventually(stranger.page.locator('#again')).toBeHidden();
    await expectAccessible(stranger.page, 'a form');
    await stranger.page.getByRole('textbox', { name: /What is broken\?/ }).fill('The lamp');
    await stranger.page.getByRole('button', { name: 'Absenden' }).click();
    await stranger.page.getByRole('heading', { level: 1, name: 'Vielen Dank' }).waitFor();
    await expectAccessible(stranger.page, 'the thanks of a form');
  });
  await step('The administrator reads what the stranger reported', async () => {
    await openDone(page);
    await eventually(page.getByRole('main')).toContainText('The model was asked: Report: The lamp');
  });
  await step('Both stand in the list', async () => {
    await open('/agent-automation');
    await page.getByRole('row', { name: /Confirm orders/ }).waitFor();
    await expectAccessible(page, 'the list of automations');
  });
});
