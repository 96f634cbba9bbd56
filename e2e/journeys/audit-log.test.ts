import { expectAccessible } from '../harness/axe.ts';
import { contentOf } from '../harness/download.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { leaveByEscape, mainNavigation } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const stage = prepareStage();

test('an administrator finds who changed what, sees it before and after, exports it, and checks that nobody altered the log', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('admin@pro.example');
  await step('An administrator makes a team', async () => {
    await open('/user-group-manager?tab=teams');
    await page.getByRole('button', { name: 'New team' }).click();
    const made = page.getByRole('dialog', { name: 'New team' });
    await made.getByRole('textbox', { name: 'Name' }).fill('Night shift');
    await made.getByRole('textbox', { name: /^Description/ }).fill('Answers between ten and six');
    await made.locator('button[type="submit"]').click();
    await eventually(made).toHaveCount(0);
  });
  const sentence = page.getByRole('link', { name: 'admin@pro.example created the team “Night shift”' });
  await step('The audit log tells who made it and from where', async () => {
    await mainNavigation(page).getByRole('link', { name: 'Audit log' }).click();
    await sentence.waitFor();
    await eventually(
      page.getByRole('row').filter({ hasText: 'admin@pro.example signed in' }).getByRole('cell').nth(1),
    ).toHaveText(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
    await expectAccessible(page, 'audit log');
  });
  await step('The administrator narrows the log to teams', async () => {
    await page.getByRole('combobox', { name: 'Action type' }).selectOption('Teams');
    await page.waitForURL('**/audit-log?thing=team');
    await eventually(page.getByRole('row').filter({ hasText: 'signed in' })).toHaveCount(0);
  });
  const entry = page.getByRole('dialog', { name: /^Entry \d+$/ });
  await step('The administrator reads what changed', async () => {
    await sentence.click();
    const changes = entry.getByRole('table', { name: 'Changes' });
    await eventually(changes.getByRole('row').nth(1)).toContainText('Name');
    await eventually(changes.getByRole('insertion')).toHaveText(['Night shift', 'Answers between ten and six']);
    await expectAccessible(page, 'an entry');
  });
  await step('The administrator narrows the log to this team', async () => {
    await entry.getByRole('button', { name: 'Show only actions on this' }).click();
    await page.getByText('Showing actions on one item only.').waitFor();
    await eventually(entry).toHaveCount(0);
  });
  await step('The administrator exports what is shown', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const exporting = page.getByRole('dialog', { name: 'Export audit log' });
    const fetched = page.waitForEvent('download');
    await exporting.getByRole('link', { name: /^CSV/ }).click();
    const lines = (await contentOf(await fetched)).toString().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('"team.created","person"');
    await leaveByEscape(exporting);
  });
  await step('The administrator checks that nobody altered the log', async () => {
    await page.getByRole('button', { name: 'Check' }).click();
    const check = page.getByRole('dialog', { name: 'Check audit log' });
    await check.getByRole('button', { name: 'Start check' }).click();
    await check.getByText(/^All \d+ entries are as they were written\.$/).waitFor();
    await expectAccessible(page, 'the check of the audit log');
    await leaveByEscape(check);
  });
  await step('The administrator has the log sent elsewhere', async () => {
    await page.getByRole('button', { name: 'Webhook' }).click();
    const sending = page.getByRole('dialog', { name: 'Audit log webhook' });
    await sending.getByRole('textbox', { name: 'URL' }).fill('https://siem.example/in');
    await sending.getByRole('button', { name: 'Start sending' }).click();
    await eventually(sending.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
    await sending.getByText(/^Queued for sending up to entry \d+\.$/).waitFor();
    await expectAccessible(page, 'the audit log webhook');
  });
});

test('an administrator whose plan has no audit log is led home, and has no entry for it in the navigation', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('owner@team.example');
  await step('An administrator opens the audit log by its address and is led home', async () => {
    await open('/audit-log');
    await page.waitForURL((url) => url.pathname === '/');
  });
  await step('The navigation leads to user groups and not to the log', async () => {
    await mainNavigation(page).getByRole('link', { name: 'User groups' }).waitFor();
    await eventually(mainNavigation(page).getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  });
});
