import { setMemberState } from '@parlance/shared/contract/api/offboarding';
import { runSchedule } from '@parlance/shared/contract/api/schedules';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import type { Page } from 'playwright';
import { type ModelServer, startModelServer } from '../../server/src/testing/model-server.ts';
import { makeFormAutomation, makeSchedule } from '../harness/automation-things.ts';
import { expectAccessible } from '../harness/axe.ts';
import { callAs } from '../harness/call-as.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { mainNavigation } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

let model: ModelServer;
const stage = prepareStage(async () => {
  model = await startModelServer({ answer: () => ['All is well.'] });
  return {
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
    MODEL_INPUT_PRICE: '2000',
    MODEL_OUTPUT_PRICE: '4000',
  };
});
afterAll(() => model.close());

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialog = (page: Page) => page.getByRole('dialog');
const owner = (page: Page) => page.getByRole('combobox', { name: 'Owner' });
const switchOf = (page: Page, name: string) => row(page, name).getByRole('switch');

async function openControlRoom(page: Page): Promise<void> {
  await page.goto('/agent-automation');
  await page.getByRole('link', { name: 'Control room' }).click();
  await page.getByRole('table', { name: 'Schedules and automations' }).waitFor();
}

/** Selects one and opens the question to whom it is given. */
async function give(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select “${name}”` }).check();
  await page.getByRole('button', { name: 'Transfer…' }).click();
  await dialog(page).getByRole('button', { name: 'Transfer', exact: true }).waitFor();
}

test('an administrator reads whose everything is and how it goes, narrows it, holds it all, and hands on what a colleague leaves', async () => {
  const [mei, admin] = [await stage.visit(), await stage.visit()];
  await mei.signIn('member@pro.example');
  await admin.signIn('admin@pro.example');
  const faults = await step('A colleague and the administrator have schedules and an automation', async () => {
    const morning = await makeSchedule(stage, mei, 'Morning summary', '0 7 * * 1-5');
    await callAs(stage, mei, runSchedule, {
      params: { schedule_id: morning.id },
      data: { idempotency_key: crypto.randomUUID() },
    });
    await makeSchedule(stage, mei, 'Evening digest', '0 18 * * 1-5');
    const faults = await makeFormAutomation(stage, mei, 'Fault reports');
    await makeSchedule(stage, admin, 'Canteen menu', '0 9 1 * *');
    return faults;
  });
  const { page } = admin;
  await step('The administrator reads whose everything is and how it goes', async () => {
    await openControlRoom(page);
    const first = row(page, 'Morning summary');
    await eventually(first).toContainText('Schedule: At 07:00 AM, Monday through Friday, Europe/Berlin');
    await eventually(first.getByText('Done', { exact: true })).toBeVisible();
    await eventually(first).toContainText('Mei Tanaka');
    await eventually(first.getByRole('time').first()).toHaveText(/^(in|tomorrow)/);
    await eventually(first).toContainText(/[$€]\d.*Tokens used: \d/);
    await eventually(row(page, 'Fault reports')).toContainText('Not yet');
    await eventually(page.getByText('4 in total, no limit')).toBeVisible();
  });
  await step('The administrator narrows the list to an owner, which a reload keeps', async () => {
    await owner(page).selectOption('Adrian Keller');
    await eventually(page.getByRole('row')).toHaveCount(2);
    await page.reload();
    await eventually(owner(page).locator('option:checked')).toHaveText('Adrian Keller');
    await eventually(row(page, 'Canteen menu')).toBeVisible();
    await eventually(page.getByRole('row')).toHaveCount(2);
  });
  await step('The administrator narrows the list to automations, and to paused ones', async () => {
    await owner(page).selectOption('All owners');
    await page.getByRole('button', { name: 'Automations', exact: true }).click();
    await eventually(page.getByRole('row')).toHaveCount(2);
    await eventually(row(page, 'Fault reports')).toBeVisible();
    await page.getByRole('button', { name: 'Paused', exact: true }).click();
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
  });
  await step('The administrator shows all again', async () => {
    await page.getByRole('button', { name: 'Show all' }).click();
    await eventually(page.getByRole('row')).toHaveCount(5);
  });

  const stranger = await stage.visit();
  // A form that is held is none.
  stranger.expectFault(/status of 404.*forms/);
  const form = faults.form_url ?? '';
  await step('The administrator holds everything, and a form is not available', async () => {
    await page.getByRole('button', { name: 'Put everything on hold…' }).click();
    await dialog(page).getByRole('button', { name: 'Put on hold' }).click();
    await eventually(page.getByText(/^Adrian Keller put everything on hold on/)).toBeVisible();
    await stranger.page.goto(form);
    await stranger.page.getByRole('heading', { level: 1, name: 'This form isn’t available' }).waitFor();
    await eventually(row(page, 'Fault reports')).toContainText('Not yet');
  });
  await step('The administrator lets everything go on, and a stranger sends the form', async () => {
    await page.getByRole('button', { name: 'Release hold…' }).click();
    await dialog(page).getByRole('button', { name: 'Release hold' }).click();
    await page.getByRole('button', { name: 'Put everything on hold…' }).waitFor();
    await stranger.page.reload();
    await stranger.page.getByRole('textbox', { name: /What is broken\?/ }).fill('The lamp');
    await stranger.page.getByRole('button', { name: 'Send' }).click();
    await stranger.page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
    await openControlRoom(page);
    await eventually(row(page, 'Fault reports').getByText('Done', { exact: true })).toBeVisible();
  });
  await step('The administrator pauses a schedule and lets it go on', async () => {
    await switchOf(page, 'Morning summary').click();
    await eventually(row(page, 'Morning summary')).toContainText('Paused by an administrator');
    await switchOf(page, 'Morning summary').click();
    await eventually(switchOf(page, 'Morning summary')).toBeChecked();
  });
  await step('The colleague leaves, and what was theirs belongs to nobody', async () => {
    const { member_id: meiIs } = await callAs<{ member_id: string }>(stage, mei, getWhoami);
    await callAs(stage, admin, setMemberState, { params: { member_id: meiIs }, data: { state: 'deactivated' } });
    await page.reload();
    await page.getByRole('button', { name: 'No owner: 3. Show in list' }).click();
    await eventually(page).toHaveURL(/owner=none/);
    await eventually(page.getByRole('row')).toHaveCount(4);
    await eventually(row(page, 'Morning summary')).toContainText('No owner');
    await eventually(row(page, 'Fault reports')).toContainText(
      'Paused: the person it ran as has left or lost permission',
    );
  });
  await step('The administrator gives a schedule to another colleague', async () => {
    await give(page, 'Morning summary');
    await dialog(page).getByRole('combobox', { name: 'People' }).fill('Oli');
    await dialog(page).getByRole('option', { name: 'Olivia Bennett' }).click();
    await eventually(dialog(page)).toContainText('Active ones wait until this person resumes them; no one else can');
    await dialog(page).getByRole('button', { name: 'Transfer', exact: true }).click();
    await eventually(page.getByRole('row')).toHaveCount(3);
  });
  await step('The administrator takes the automation and lets it go on at once', async () => {
    await give(page, 'Fault reports');
    await dialog(page).getByRole('button', { name: 'Transfer to me' }).click();
    await dialog(page)
      .getByRole('checkbox', { name: /^Immediately resume those/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Transfer', exact: true }).click();
    await eventually(page.getByRole('row')).toHaveCount(2);
    await owner(page).selectOption('All owners');
    await eventually(row(page, 'Fault reports')).toContainText('Adrian Keller');
    await eventually(switchOf(page, 'Fault reports')).toBeChecked();
    await stranger.page.goto(form);
    await stranger.page.getByRole('heading', { level: 1, name: 'Report a fault' }).waitFor();
  });
  await step('The schedule waits for whom it was given to, and not for the administrator', async () => {
    await eventually(row(page, 'Morning summary')).toContainText('Olivia Bennett');
    await eventually(row(page, 'Morning summary')).toContainText('waiting for its new owner to resume it');
    await switchOf(page, 'Morning summary').click();
    await eventually(page.getByText('This was transferred to someone who hasn’t resumed it yet')).toBeVisible();
  });
  const olivia = await stage.visit();
  await olivia.signIn('owner@pro.example');
  await step('The other colleague lets it go on', async () => {
    await olivia.open('/');
    await mainNavigation(olivia.page).getByRole('link', { name: 'Schedules' }).click();
  });
  await step('The other colleague takes over what belongs to nobody', async () => {
    await eventually(row(olivia.page, 'Morning summary')).toContainText('waiting for its new owner to resume it');
    await switchOf(olivia.page, 'Morning summary').click();
    await eventually(switchOf(olivia.page, 'Morning summary')).toBeChecked();

    await eventually(row(olivia.page, 'Evening digest')).toContainText('No owner');
    await olivia.page.getByRole('button', { name: 'Actions for “Evening digest”' }).click();
    await olivia.page.getByRole('menuitem', { name: 'Take over' }).click();
    await dialog(olivia.page)
      .getByRole('checkbox', { name: /^Resume it immediately/ })
      .check();
    await expectAccessible(olivia.page, 'what taking over means');
    await dialog(olivia.page).getByRole('button', { name: 'Take over' }).click();
    await eventually(switchOf(olivia.page, 'Evening digest')).toBeChecked();
  });
  await step('The administrator sees both at work', async () => {
    await openControlRoom(page);
    for (const name of ['Morning summary', 'Evening digest']) {
      await eventually(switchOf(page, name)).toBeChecked();
      await eventually(row(page, name)).toContainText('Olivia Bennett');
    }
  });
});

test('a plan without a place says so, where it is made and in the control room', async () => {
  const baker = await stage.visit();
  baker.expectFault(/status of 409/);
  await baker.signIn('owner@free.example');
  const { page } = baker;
  await step('The control room says that the plan has no place', async () => {
    await baker.open('/agent-automation?view=control');
    await eventually(page.getByText('0 of 0 schedules and automations in the plan are in use')).toBeVisible();
  });
  await step('An owner fills in a schedule all the same, and is told why there is none', async () => {
    await baker.open('/agent-scheduling?schedule=new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bread of the day');
    await page.getByRole('combobox', { name: 'Agent' }).fill('House');
    await page.getByRole('listbox', { name: 'Agent' }).getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Which bread is fresh?');
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await eventually(page.getByText(/^The plan has no room for another schedule or automation/).first()).toBeVisible();
    await expectAccessible(page, 'a refusal of the plan');
  });
});
