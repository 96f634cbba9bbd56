import { expectAccessible } from '../harness/axe.ts';
import { untilDayLasts } from '../harness/clock.ts';
import { contentOf } from '../harness/download.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const stage = prepareStage();

test('an administrator sees what was just asked, narrows it, reads it as a table, and keeps it as CSV and as a picture', async () => {
  await untilDayLasts();
  const member = await stage.visit();
  await member.signIn('member@pro.example');
  await step('A member asks a bot', async () => {
    await member.open('/');
    await openBot(member.page);
    await ask(member.page, 'How many days of leave do I have?');
    await finishedAnswer(member.page, 2);
  });

  const admin = await stage.visit();
  const { page } = admin;
  await admin.signIn('admin@pro.example');
  const card = page.getByRole('region', { name: 'Dialogues and answers' });
  await step('An administrator opens the dashboard', async () => {
    await admin.open('/dashboard?days=7');
    await card.locator('canvas').waitFor();
    await page.getByRole('region', { name: 'Adoption today' }).waitFor();
    await expectAccessible(page, 'dashboard');
  });
  await step('The administrator reads a chart as a table', async () => {
    await card.getByRole('button', { name: 'Table' }).click();
    const rows = card.getByRole('row');
    await eventually(rows).toHaveCount(8);
    // Of today there is what was asked above, and nothing else.
    await eventually(rows.nth(1).getByRole('cell')).toHaveText(['1', '1']);
    await expectAccessible(page, 'table of a chart');
  });
  await step('The administrator saves it as CSV', async () => {
    const saved = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await contentOf(await saved)).toString().trimEnd().split('\r\n');
    expect(lines[0]).toContain(
      '"Day","Answers","Dialogues","Day in the previous period","Answers, previous period","Dialogues, previous period"',
    );
    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).toMatch(/^"\d{4}-\d\d-\d\d","1","1",/);
  });
  await step('The administrator saves it as a picture', async () => {
    await card.getByRole('button', { name: 'Table' }).click();
    const drawn = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Download PNG' }).click();
    const picture = await contentOf(await drawn);
    expect([picture.subarray(1, 4).toString(), picture.length > 2_000]).toEqual(['PNG', true]);
  });
  await step('The administrator narrows the dashboard to one bot', async () => {
    await page.getByRole('combobox', { name: 'Assistant' }).selectOption('People Desk');
    await page.waitForURL(/[?&]bot=/);
    await page.getByText('Not available for a single assistant.').waitFor();
    await eventually(page.getByRole('region', { name: 'Most used assistants' }).getByRole('rowheader')).toHaveText([
      'People Desk',
    ]);
  });
  await step('The administrator chooses a longer period, and a reload keeps both', async () => {
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 90 days');
    await page.waitForURL(/days=90/);
    await page.reload();
    await eventually(page.getByRole('combobox', { name: 'Assistant' }).locator('option:checked')).toHaveText(
      'People Desk',
    );
    await eventually(page.getByRole('combobox', { name: 'Period' })).toHaveValue('90');
  });
  expect([...member.faults, ...admin.faults]).toEqual([]);
});
