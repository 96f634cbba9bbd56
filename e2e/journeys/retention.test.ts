import { expectAccessible } from '../harness/axe.ts';
import { beginDialogue } from '../harness/dialogues.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { step } from '../harness/step.ts';

const stage = prepareStage();

test('an administrator tries a rule on past dialogues, says how long data is kept once it is seen what would go, and places a hold', async () => {
  const member = await stage.visit();
  await member.signIn('member@pro.example');
  await beginDialogue(stage, member, 'How many days of leave do I have?');

  const admin = await stage.visit();
  const { page } = admin;
  await admin.signIn('admin@pro.example');
  await step('An administrator makes a rule', async () => {
    await admin.open('/governance/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Leave');
    await page.getByRole('textbox', { name: 'Words and phrases' }).fill('days of leave');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leave' }).waitFor();
  });
  await step('The administrator tries it on past dialogues', async () => {
    const trials = page.getByRole('region', { name: 'Replay on past dialogues' });
    await trials.getByRole('button', { name: 'Start replay' }).click();
    await trials.getByRole('button', { name: 'Show result' }).click();
    await trials.getByRole('row', { name: /Leave \(this replay\) Monitor [1-9]/ }).waitFor();
    await eventually(trials.getByText('Leave, version 1')).toBeVisible();
    await eventually(trials.getByRole('table', { name: 'Masked examples' })).not.toContainText('days of leave');
    await expectAccessible(page, 'rule with a trial');
  });
  await step('The administrator sees what a period would delete, and saves it', async () => {
    await admin.open('/governance?tab=retention');
    await page.getByRole('textbox', { name: /^Dialogues, since the last prompt/ }).fill('90');
    await page.getByRole('button', { name: 'Preview deletion' }).click();
    await page.getByRole('row', { name: /Dialogues, since the last prompt 0/ }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Retention periods saved').waitFor();
  });
  await step('The administrator places a hold', async () => {
    await page.getByRole('button', { name: 'Place legal hold' }).click();
    const placing = page.getByRole('dialog', { name: 'Place legal hold' });
    await placing.getByRole('textbox', { name: 'Email address' }).fill('member@pro.example');
    await placing.getByRole('textbox', { name: 'Reason' }).fill('Proceedings of the labour court');
    await expectAccessible(page, 'a hold that is placed');
    await placing.getByRole('button', { name: 'Place legal hold' }).click();
    await page.getByRole('row', { name: /member@pro\.example/ }).waitFor();
  });
  await step('Both are there after a reload', async () => {
    await page.reload();
    await eventually(page.getByRole('textbox', { name: /^Dialogues, since the last prompt/ })).toHaveValue('90');
    await eventually(page.getByRole('row', { name: /member@pro\.example 1 Proceedings/ })).toBeVisible();
    await expectAccessible(page, 'retention');
  });
  expect([...member.faults, ...admin.faults]).toEqual([]);
});
