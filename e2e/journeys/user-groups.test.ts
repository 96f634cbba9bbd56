import type { Page } from 'playwright';
import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { leaveByEscape } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const stage = prepareStage();
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('an owner invites people by hand and by a file, makes a team, and sees somebody off, who is out at once', async () => {
  const owner = await stage.visit();
  await owner.signIn('owner@pro.example');
  const { page } = owner;
  await step('An owner opens the members', async () => {
    await page.goto('/user-group-manager');
    await row(page, /Mei Tanaka/).waitFor();
    await expectAccessible(page, 'the members');
  });
  await step('The owner invites two people by hand', async () => {
    await page.getByRole('button', { name: 'Invite people' }).click();
    const invite = dialog(page, 'Invite people');
    await invite.getByLabel('Email addresses').fill('one@groups.example, two@groups.example');
    await expectAccessible(page, 'the invitation');
    await invite.getByRole('button', { name: 'Send invitations' }).click();
    await invite.waitFor({ state: 'hidden' });
  });
  await step('The owner invites people by a file, and reads what it holds', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const file = dialog(page, 'Invite from a CSV file');
    const csv = 'E-mail,Role\nthree@groups.example,member\nnobody,member\none@groups.example,member\n';
    await file
      .getByLabel('CSV file')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await file.getByText('Lines: 3. With errors: 1.').waitFor();
    await expectAccessible(page, 'what a file holds');
    await file.getByRole('button', { name: 'Send invitations' }).click();
    await file.getByText('Invited: 1. Not invited: 2.').waitFor();
    await file.getByRole('button', { name: 'Close', exact: true }).last().click();
  });
  await step('The owner withdraws an invitation', async () => {
    await page.getByRole('link', { name: 'Invitations' }).click();
    await row(page, /three@groups\.example/).waitFor();
    await page.getByRole('button', { name: 'Revoke invitation for two@groups.example' }).click();
    await row(page, /two@groups\.example/)
      .getByText('Revoked')
      .waitFor();
    await expectAccessible(page, 'the invitations');
  });
  await step('The owner makes a team', async () => {
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByRole('button', { name: 'New team' }).click();
    const made = dialog(page, 'New team');
    await made.getByLabel('Name').fill('Field');
    await made.getByRole('button', { name: 'Save' }).click();
  });
  await step('The owner puts a member into it who owns it', async () => {
    await row(page, /Field/).getByRole('button', { name: 'Field' }).click();
    const team = dialog(page, 'Field');
    await team.getByRole('combobox', { name: 'People' }).fill('Osc');
    await team.getByRole('option', { name: 'Oscar Ruiz' }).click();
    await team.getByRole('checkbox', { name: '“Oscar Ruiz” is a team owner' }).click();
    await eventually(team.getByRole('checkbox', { name: '“Oscar Ruiz” is a team owner' })).toBeChecked();
    await expectAccessible(page, 'a team');
    await leaveByEscape(team);
    await row(page, /Field.*Oscar Ruiz/).waitFor();
  });

  const member = await stage.visit();
  await member.signIn('member@pro.example');
  await step('The owner sees a member off, and hands over what they had', async () => {
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Mei Tanaka' }).click();
    const seenOff = dialog(page, 'Mei Tanaka');
    // She owns one agent of the demonstration.
    await seenOff.getByRole('button', { name: 'Transfer and deactivate…' }).click();
    await seenOff.getByRole('combobox', { name: 'People' }).fill('Adri');
    await seenOff.getByRole('option', { name: 'Adrian Keller' }).click();
    await expectAccessible(page, 'what is handed over');
    await seenOff.getByRole('button', { name: 'Transfer and deactivate', exact: true }).click();
    await seenOff.waitFor({ state: 'hidden' });
    await row(page, /Mei Tanaka\s*Deactivated/).waitFor();
  });
  await step('The member is out at once', async () => {
    const asked = await member.context.request.get(`${stage.product.apiBase}/auth/v1/whoami`);
    expect(asked.status()).toBe(401);
  });
});
