import type { Page } from 'playwright';
import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { botWithFiles, finishedAnswer, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const stage = prepareStage();
const prompt = 'Write to {{customer}} about {{topic}} until {{day}} in {{tongue}}, {{copies}} copies. {{user}}';

/** Gives a variable of the form another kind. */
async function chooseKind(page: Page, name: string, kind: string) {
  const variable = page
    .getByRole('region', { name: 'Variables' })
    .locator('details')
    .filter({ hasText: `{{${name}}}` });
  await variable.locator('summary').click();
  await variable.getByRole('combobox', { name: 'Type' }).selectOption(kind);
  return variable;
}

/** As somebody who owns the organisation: a template with five kinds of variables. Resolves with its address. */
async function makeTemplate(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Customer letter');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
  const topic = await chooseKind(page, 'topic', 'Single choice');
  await topic.getByRole('button', { name: 'Add option' }).click();
  await topic.getByRole('textbox', { name: 'Value of option 1' }).fill('prices');
  await chooseKind(page, 'day', 'Date');
  await chooseKind(page, 'tongue', 'Language');
  await chooseKind(page, 'copies', 'Number');
  await page.getByRole('textbox', { name: /^Command/ }).fill('letter');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('textbox', { name: 'customer' }).fill('Ann');
  await preview.getByText('Write to Ann about').waitFor();
  await expectAccessible(page, 'builder');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/prompt-template-editor\//);
  return new URL(page.url()).pathname;
}

test('a template with five kinds of variables is made, reviewed, shared, and used by “/” in a dialogue', async () => {
  const owner = await stage.visit();
  await owner.signIn('owner@pro.example');
  await owner.open('/prompt-template-controller');
  const address = await step('An owner makes a template with five kinds of variables', () => makeTemplate(owner.page));
  await step('The owner shares it with the whole organisation, which asks for a review', async () => {
    await owner.page.getByRole('link', { name: 'Sharing' }).click();
    await owner.page.getByRole('radio', { name: 'Everyone in the organisation' }).check();
    await owner.page.getByRole('button', { name: 'Save sharing' }).click();
    await owner.page
      .getByText('Waiting for a decision by an administrator who neither wrote nor requested it.')
      .waitFor();
    await expectAccessible(owner.page, 'editor');
  });

  const admin = await stage.visit();
  await admin.signIn('admin@pro.example');
  await step('An administrator finds it among those to review', async () => {
    await admin.open('/prompt-template-controller?view=review');
    await admin.page.getByRole('link', { name: 'Customer letter' }).waitFor();
    await expectAccessible(admin.page, 'controller');
  });
  await step('The administrator approves it', async () => {
    await admin.open(`${address}?part=sharing`);
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
  });

  const member = await stage.visit();
  const { page } = member;
  await member.signIn('member@pro.example');
  const field = page.getByRole('textbox', { name: 'Prompt' });
  await step('A member finds it by “/” in a dialogue', async () => {
    await member.open('/');
    await openBot(page, botWithFiles);
    await field.pressSequentially('/let');
    await page.getByRole('option', { name: /Customer letter/ }).waitFor();
    await field.press('Enter');
  });
  const filled = 'Write to Ann about prices until December 24, 2026 in German (Germany), 1,200 copies. Mei Tanaka';
  await step('The member fills it in', async () => {
    const form = page.getByRole('dialog', { name: 'Customer letter' });
    await form.getByRole('textbox', { name: 'customer' }).fill('Ann');
    await form.getByRole('combobox', { name: 'topic' }).selectOption('prices');
    await form.getByLabel('day').fill('2026-12-24');
    await form.getByRole('combobox', { name: 'tongue' }).selectOption('Deutsch');
    await form.getByRole('spinbutton', { name: 'copies' }).fill('1200');
    await expectAccessible(page, 'form');
    await form.getByRole('button', { name: 'Insert' }).click();
    await form.waitFor({ state: 'detached' });
    await eventually(field).toHaveValue(filled);
  });
  await step('The member sends what came of it', async () => {
    await field.press('Enter');
    await page.waitForURL(/\/dialogue\//);
    await finishedAnswer(page, 2);
    await eventually(messages(page).first()).toContainText(filled);
  });
  await step('The owner sees that it was used', async () => {
    await owner.page.reload();
    await owner.page.getByText('Uses: 1').waitFor();
  });
});
