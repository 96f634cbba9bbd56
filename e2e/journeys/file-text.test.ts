import type { Page } from 'playwright';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { botWithFiles, leaveByEscape, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const main = (page: Page) => page.getByRole('main');

async function signedIn(): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  return visitor;
}

test('the passages of a file open beside the assistant that knows it', async () => {
  const { page, open } = await signedIn();
  await open('/');
  await openBot(page, botWithFiles);
  const file = main(page)
    .getByRole('button', { name: /handbook/i })
    .first();
  await file.click();
  const panel = page.getByRole('dialog');
  await panel.getByText(/leave/i).first().waitFor();
  await leaveByEscape(panel);
});

test('the text of a file is beside the page, and over it where there is no room for both: it is read on where it was', async () => {
  const { page, open } = await signedIn();
  const file = main(page)
    .getByRole('button', { name: /handbook/i })
    .first();
  const panel = page.getByRole('dialog');
  const over = page.locator('dialog:modal');
  const text = panel.getByRole('group');
  // Lines break elsewhere in another width, and the browser moves along with what is in view: not to the same pixel.
  const isReadOn = () => eventually.poll(() => text.evaluate((it) => it.scrollTop)).toBeGreaterThan(50);
  await step('A member opens a file beside the page, and reads on in it', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await open('/');
    await openBot(page, botWithFiles);
    await file.click();
    await panel.getByText(/^Passages: /).waitFor();
    await text.evaluate((it) => it.scrollTo(0, 200));
    await text.focus();
    await eventually(over).toHaveCount(0);
  });
  await step('There is no room for both, and the text is over the page', async () => {
    await page.setViewportSize({ width: 900, height: 500 });
    await eventually(over).toHaveCount(1);
    await isReadOn();
    await eventually(text).toBeFocused();
  });
  await step('The member clicks beside it, and is back at the file', async () => {
    // Beside it, on the page that waits.
    await page.mouse.click(100, 250);
    await panel.waitFor({ state: 'hidden' });
    await eventually(file).toBeFocused();
  });
  await step('The member opens it once more and leaves by Escape', async () => {
    await file.click();
    await eventually(over).toHaveCount(1);
    await panel.getByText(/^Passages: /).waitFor();
    await text.evaluate((it) => it.scrollTo(0, 200));
    await leaveByEscape(panel);
    await eventually(file).toBeFocused();
  });
  await step('There is room again, and the text is beside the page', async () => {
    await file.click();
    await panel.getByText(/^Passages: /).waitFor();
    await text.evaluate((it) => it.scrollTo(0, 200));
    await page.setViewportSize({ width: 1280, height: 500 });
    await eventually(over).toHaveCount(0);
    await isReadOn();
    await eventually(panel.getByRole('button', { name: 'Close' })).toBeFocused();
  });
  await step('The member leaves it by Escape from the field of the page', async () => {
    const field = main(page).getByRole('textbox', { name: 'Prompt' });
    await field.click();
    await field.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await eventually(file).toBeFocused();
  });
});
