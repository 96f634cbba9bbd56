import type { Page } from 'playwright';
import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { botWithFiles, mainNavigation } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const stage = prepareStage();

/** The page as a telephone shows it: nothing is wider than it, and axe finds nothing there either. */
async function expectUsableNarrow(page: Page, shows: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await eventually.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, `${shows}, 360 pixels wide`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a member makes a schedule from an example, runs it, sees what the agent answered, pauses it and deletes it', async () => {
  const member = await stage.visit({ timezoneId: 'Europe/Berlin' });
  const { page } = member;
  // A date that never comes.
  member.expectFault(/422/);
  await member.signIn('member@pro.example');
  const example = page.getByRole('main').getByRole('link', { name: 'Morning summary' });
  await step('A member opens the schedules', async () => {
    await member.open('/');
    await mainNavigation(page).getByRole('link', { name: 'Schedules' }).click();
    await example.waitFor();
    await expectAccessible(page, 'no schedules');
  });
  const preview = page.getByRole('region', { name: 'Next executions' });
  await step('The member fills in an example', async () => {
    await example.click();
    await page.getByRole('combobox', { name: 'Agent' }).fill(botWithFiles);
    await page.getByRole('option', { name: botWithFiles }).click();
    await page.getByRole('textbox', { name: 'Prompt' }).fill('How many days of annual leave do I have?');
    await eventually(preview.getByText('At 08:00 AM, Monday through Friday')).toBeVisible();
    await eventually(preview.getByRole('listitem')).toHaveCount(5);
    await expectAccessible(page, 'a new schedule');
    await expectUsableNarrow(page, 'a new schedule');
  });
  await step('The member enters a date that never comes, and a better one', async () => {
    await page.getByRole('button', { name: 'Cron expression' }).click();
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 8 30 2 *');
    await eventually(page.getByRole('textbox', { name: 'Cron expression' })).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a date that never comes');
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('30 7 * * 1-5');
    await eventually(preview.getByRole('listitem')).toHaveCount(5);
  });
  await step('The member creates the schedule', async () => {
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Morning summary' }).waitFor();
  });
  await step('The member runs it and reads what the agent answered', async () => {
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('button', { name: 'View' }).click();
    await eventually(page.getByRole('main').getByText('Done', { exact: true })).toBeVisible();
    await eventually(page.getByRole('main')).toContainText('25 working days');
    await expectAccessible(page, 'an execution');
    await expectUsableNarrow(page, 'an execution');
  });
  await step('The member reads the whole history', async () => {
    await page.getByRole('link', { name: 'Full history' }).click();
    await eventually(page.getByRole('row', { name: /Manual/ })).toContainText('Done');
    await expectAccessible(page, 'a history');
  });
  const row = page.getByRole('row', { name: /Morning summary/ });
  await step('The member pauses the schedule in the list', async () => {
    await page.getByRole('link', { name: 'All schedules' }).click();
    await eventually(row.getByRole('link', { name: 'Done' })).toBeVisible();
    await expectAccessible(page, 'the schedules');
    await expectUsableNarrow(page, 'the schedules');
    await row.getByRole('switch').click();
    await eventually(row).toContainText('Paused');
  });
  await step('The member deletes it', async () => {
    await row.getByRole('button', { name: 'Actions for “Morning summary”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await example.waitFor();
  });
});
