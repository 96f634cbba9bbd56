import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { finishedAnswer, openBot } from '../harness/screens.ts';

const stage = prepareStage();
/** Pixels. As far as the clip is from the edge on its other side, give or take. */
const gapAtMost = 18;

test.each([360, 1440])('at %i pixels the text of the composer begins beside its clip', async (width) => {
  const visitor = await stage.visit({ viewport: { width, height: 800 } });
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  const field = page.getByRole('textbox', { name: 'Prompt' });
  const gap = () =>
    field.evaluate((it) => {
      const clip = it.closest('form')?.querySelector('svg')?.getBoundingClientRect().right ?? 0;
      return it.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(it).paddingLeft) - clip;
    });
  await eventually.poll(gap).toBeGreaterThan(4);
  await eventually.poll(gap).toBeLessThanOrEqual(gapAtMost);
});

test('“@” chooses whom to ask on the home screen, and begins a dialogue with another bot from a dialogue, with what was typed', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  const field = page.getByRole('textbox', { name: 'Prompt' });
  await field.fill('When does it open? ');
  await field.press('End');
  await field.pressSequentially('@peo');
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /People Desk/ })
    .waitFor();
  await field.press('Enter');
  await eventually(field).toHaveValue('When does it open? ');
  await eventually(page.getByRole('combobox', { name: 'Ask' }).locator('option:checked')).toHaveText('People Desk');

  await field.fill('');
  await openBot(page);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('How many days of leave?');
  await page.getByRole('textbox', { name: 'Prompt' }).press('Enter');
  await page.waitForURL(/\/dialogue\//);
  // Until the dialogue is there, the field is the one of the screen before.
  await finishedAnswer(page, 2);
  await page.getByRole('textbox', { name: 'Prompt' }).pressSequentially('Where is the door? @house');
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /House Guide/ })
    .click();
  await page.waitForURL(/\/\?bot=[0-9a-f-]{36}#ask$/);
  await eventually(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Where is the door? ');
  await eventually(page.getByRole('combobox', { name: 'Ask' }).locator('option:checked')).toHaveText('House Guide');
});
