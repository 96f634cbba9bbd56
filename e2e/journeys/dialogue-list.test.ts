import type { Page } from 'playwright';
import { expectAccessible } from '../harness/axe.ts';
import { beginDialogue } from '../harness/dialogues.ts';
import { unusedEarly } from '../harness/early.ts';
import { eventually, wordsOf } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import {
  ask,
  botCards,
  botWithFiles,
  finishedAnswer,
  leaveByEscape,
  mainNavigation,
  openBot,
  openPalette,
  paletteField,
  paletteOptions,
  pressEscapeIn,
} from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const main = (page: Page) => page.getByRole('main');
const listed = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Your dialogues' }).getByRole('link', { name: title, exact: true });
const rail = (page: Page) => mainNavigation(page).getByRole('list', { name: 'Recent dialogues' });

async function signedIn(
  email = 'member@pro.example',
  options: Parameters<typeof stage.visit>[0] = {},
): Promise<Visitor> {
  const visitor = await stage.visit(options);
  await visitor.signIn(email);
  return visitor;
}

/** What is in the menu of a dialogue in the list. */
async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${title}”` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a dialogue is in the rail at once, is renamed, pinned and filed in the list, and survives a reload', async () => {
  const visitor = await signedIn();
  const { page } = visitor;
  await visitor.open('/');
  await openBot(page, botWithFiles);
  await ask(page, 'How many days of annual leave do I have?');
  await page.waitForURL(/\/dialogue\//);
  await finishedAnswer(page, 2);
  await rail(page)
    .getByRole('link', { name: /annual leave/i })
    .waitFor();
  await mainNavigation(page).getByRole('link', { name: 'Dialogues', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dialogues' }).waitFor();
  const title = await wordsOf(page.getByRole('list', { name: 'Your dialogues' }).locator('a[data-dialogue]').first());
  await choose(page, title, 'Rename');
  // The field has the focus, and its text is selected.
  await eventually(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await eventually.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(title);
  await page.getByRole('textbox', { name: 'Name' }).fill('Holidays');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await listed(page, 'Holidays').waitFor();
  await rail(page).getByRole('link', { name: 'Holidays' }).waitFor();
  await choose(page, 'Holidays', 'Pin');
  await page.getByRole('listitem').filter({ hasText: 'Holidays' }).getByText('Pinned').first().waitFor();
  await choose(page, 'Holidays', 'Move to a folder');
  await page.getByRole('radio', { name: 'New folder' }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill('Rest');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: /^Rest/ }).click();
  await page.waitForURL(/\?folder=/);
  await listed(page, 'Holidays').waitFor();
  const here = page.url();
  await page.reload();
  await listed(page, 'Holidays').waitFor();
  await eventually(page).toHaveURL(here);
  await listed(page, 'Holidays').click();
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor();
  await page.goBack();
  await listed(page, 'Holidays').waitFor();
  await eventually(page).toHaveURL(here);
});

test('a dialogue is archived and deleted by keys, and both are undone', async () => {
  const visitor = await signedIn('admin@pro.example');
  const { page, open } = visitor;
  await beginDialogue(stage, visitor, 'Who approves my travel expenses?');
  await open('/dialogues');
  const first = page.getByRole('list', { name: 'Your dialogues' }).locator('a[data-dialogue]').first();
  const title = await wordsOf(first);
  for (const key of ['e', 'Delete']) {
    await listed(page, title).press(key);
    await listed(page, title).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await listed(page, title).waitFor();
  }
  await open('/dialogues?view=archived');
  await page.getByRole('heading', { name: 'Nothing is archived' }).waitFor();
});

test('of two that are deleted one after the other, each is brought back by the notice that names it', async () => {
  const visitor = await signedIn('admin@pro.example');
  const { page, open } = visitor;
  for (const prompt of ['How do I hand in a receipt?', 'Where do I park my bicycle?'])
    await beginDialogue(stage, visitor, prompt);
  await open('/dialogues');
  const newest = page.getByRole('list', { name: 'Your dialogues' }).locator('a[data-dialogue]');
  const titles = [await wordsOf(newest.nth(0)), await wordsOf(newest.nth(1))];
  const undo = (title: string) =>
    page.getByRole('status', { name: `“${title}” is deleted.` }).getByRole('button', { name: 'Undo' });
  for (const title of titles) {
    await listed(page, title).press('Delete');
    await undo(title).waitFor();
  }
  const [first = '', second = ''] = titles;
  await undo(first).click();
  await listed(page, first).waitFor();
  await listed(page, second).waitFor({ state: 'detached' });
  await undo(second).click();
  await listed(page, second).waitFor();
});

test('a search leads to the message that holds the words, from the list and from the palette', async () => {
  const visitor = await signedIn('owner@pro.example');
  const { page, open } = visitor;
  await beginDialogue(stage, visitor, 'Tell me about the quokkas of the office');
  await open('/dialogues');
  await page.getByRole('searchbox', { name: 'Search your dialogues' }).fill('quokkas');
  const hits = page.getByRole('list', { name: 'What was found' });
  await eventually(hits.locator('mark').first()).toHaveText(/quokkas/i);
  await hits.locator('a[href*="message="]').first().click();
  await page.getByRole('article').filter({ hasText: 'quokkas' }).first().waitFor();
  // Sought once: what is done here afterwards is not undone by a reload.
  await page.waitForURL(/\/dialogue\/[0-9a-f-]{36}$/);
  const question = page.getByRole('article').filter({ hasText: 'quokkas of the office' }).first();
  await question.hover();
  await question.getByRole('button', { name: 'Ask something else instead' }).click();
  const editor = page.getByRole('textbox', { name: 'Message in its place' });
  await editor.fill('Tell me about the numbats instead');
  await editor.press('Enter');
  await page.getByRole('article').filter({ hasText: 'numbats' }).first().waitFor();
  await finishedAnswer(page, 2);
  await page.reload();
  await page.getByRole('article').filter({ hasText: 'numbats' }).first().waitFor();
  await openPalette(page);
  await paletteField(page).fill('quokkas of');
  await paletteOptions(page).filter({ hasText: 'Search dialogues for “quokkas of”' }).click();
  await page.waitForURL('**/dialogues?q=quokkas+of');
  await hits.getByRole('link').first().waitFor();
});

test('“New dialogue” leads into the field from everywhere, and the assistant that was chosen answers', async () => {
  const { page, open } = await signedIn();
  await open('/dialogues');
  await mainNavigation(page).getByRole('link', { name: 'New dialogue' }).click();
  await botCards(page).first().waitFor();
  await until(
    () => page.evaluate(() => document.activeElement?.tagName),
    (tag) => tag === 'TEXTAREA',
  );
  await main(page).getByRole('combobox', { name: 'Ask' }).selectOption({ label: botWithFiles });
  await ask(page, 'How long is parental leave?');
  await page.waitForURL(/\/dialogue\//);
  await page.getByRole('main').getByRole('link', { name: botWithFiles }).first().waitFor();
});

test('a favourite stays one, and stands first', async () => {
  const { page, open } = await signedIn();
  await open('/');
  const star = page.getByRole('button', { name: `${botWithFiles} as a favourite` });
  // The star is filled at once, and a page that is left earlier takes its request along.
  const taken = page.waitForResponse(
    (it) => it.request().method() === 'PUT' && new URL(it.url()).pathname.includes('/bots/v1/'),
  );
  await star.click();
  await taken;
  await eventually(botCards(page).first()).toHaveText(botWithFiles);
  await page.reload();
  await star.and(page.locator('[aria-pressed="true"]')).waitFor();
  await eventually(botCards(page).first()).toHaveText(botWithFiles);
});

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
  await page.setViewportSize({ width: 1280, height: 500 });
  await open('/');
  await openBot(page, botWithFiles);
  const file = main(page)
    .getByRole('button', { name: /handbook/i })
    .first();
  await file.click();
  const panel = page.getByRole('dialog');
  const over = page.locator('dialog:modal');
  const text = panel.getByRole('group');
  await panel.getByText(/^Passages: /).waitFor();
  // Lines break elsewhere in another width, and the browser moves along with what is in view: not to the same pixel.
  const isReadOn = () => eventually.poll(() => text.evaluate((it) => it.scrollTop)).toBeGreaterThan(50);
  await text.evaluate((it) => it.scrollTo(0, 200));
  await text.focus();
  await eventually(over).toHaveCount(0);

  await page.setViewportSize({ width: 900, height: 500 });
  await eventually(over).toHaveCount(1);
  await isReadOn();
  await eventually(text).toBeFocused();
  // Beside it, on the page that waits.
  await page.mouse.click(100, 250);
  await panel.waitFor({ state: 'hidden' });
  await eventually(file).toBeFocused();

  await file.click();
  await eventually(over).toHaveCount(1);
  await panel.getByText(/^Passages: /).waitFor();
  await text.evaluate((it) => it.scrollTo(0, 200));
  await leaveByEscape(panel);
  await eventually(file).toBeFocused();

  await file.click();
  await panel.getByText(/^Passages: /).waitFor();
  await text.evaluate((it) => it.scrollTo(0, 200));
  await page.setViewportSize({ width: 1280, height: 500 });
  await eventually(over).toHaveCount(0);
  await isReadOn();
  await eventually(panel.getByRole('button', { name: 'Close' })).toBeFocused();
  const field = main(page).getByRole('textbox', { name: 'Message' });
  await field.click();
  await field.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await eventually(file).toBeFocused();
});

test('a dialogue that is shared with a team is read and gone on with by a member of it, until it is ended', async () => {
  const owner = await signedIn('owner@pro.example');
  const path = await beginDialogue(stage, owner, 'How many days of annual leave do I have?');
  const dialogueId = path.split('/').at(-1) ?? '';
  await owner.open(path);
  await finishedAnswer(owner.page, 2);
  await owner.page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Share this dialogue' });
  await dialog.getByRole('checkbox', { name: /^Support/ }).check();
  // Twice: a browser would let only the first Escape of a row be refused.
  for (const leave of ['click', 'Escape'] as const) {
    await pressEscapeIn(dialog);
    const asked = owner.page.getByRole('alertdialog', { name: 'Discard what you entered?' });
    await asked.waitFor();
    await expectAccessible(owner.page, 'asked before what was chosen is thrown away');
    if (leave === 'click') await asked.getByRole('button', { name: 'Go on editing' }).click();
    else await pressEscapeIn(asked);
    await asked.waitFor({ state: 'detached' });
  }
  await eventually(dialog.getByRole('checkbox', { name: /^Support/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  const end = dialog.getByRole('button', { name: 'End: Support' });
  await end.waitFor();

  const reader = await signedIn();
  await reader.open('/dialogues?view=shared');
  await reader.page.getByRole('list', { name: 'Shared with me' }).getByRole('link').first().click();
  await reader.page.waitForURL(/\/shared\//);
  const shared = new URL(reader.page.url()).pathname;
  // Opened by its address, as from a mail.
  await reader.open(shared);
  await finishedAnswer(reader.page, 2);
  const goOn = reader.page.getByRole('button', { name: 'Go on with it as your own' });
  await goOn.waitFor();
  await eventually.poll(() => unusedEarly(reader.page)).toEqual([]);
  await eventually(reader.page.getByRole('textbox')).toHaveCount(0);
  await goOn.click();
  await reader.page.waitForURL(/\/dialogue\//);
  await finishedAnswer(reader.page, 2);
  await eventually(reader.page).not.toHaveURL((url) => url.pathname.includes(dialogueId));

  await end.click();
  await end.waitFor({ state: 'detached' });
  reader.expectFault(/status of 404.*shares/);
  await reader.open(shared);
  await reader.page.getByRole('heading', { level: 1, name: 'This dialogue is not shared with you' }).waitFor();
});
