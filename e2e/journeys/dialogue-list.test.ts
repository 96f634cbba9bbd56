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
  mainNavigation,
  openBot,
  openPalette,
  paletteField,
  paletteOptions,
  pressEscapeIn,
} from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const main = (page: Page) => page.getByRole('main');
const listed = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Your dialogues' }).getByRole('link', { name: title, exact: true });
const rail = (page: Page) => mainNavigation(page).getByRole('list', { name: 'Recent dialogues' });

async function signedIn(email = 'member@pro.example'): Promise<Visitor> {
  const visitor = await stage.visit();
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
  await step('A member asks a bot, and the dialogue is in the rail', async () => {
    await visitor.open('/');
    await openBot(page, botWithFiles);
    await ask(page, 'How many days of annual leave do I have?');
    await page.waitForURL(/\/dialogue\//);
    await finishedAnswer(page, 2);
    await rail(page)
      .getByRole('link', { name: /annual leave/i })
      .waitFor();
  });
  const title = await step('The member opens the list of dialogues', async () => {
    await mainNavigation(page).getByRole('link', { name: 'Dialogues', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Dialogues' }).waitFor();
    return wordsOf(page.getByRole('list', { name: 'Your dialogues' }).locator('a[data-dialogue]').first());
  });
  await step('The member renames the dialogue', async () => {
    await choose(page, title, 'Rename');
    // The field has the focus, and its text is selected.
    await eventually(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await eventually.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(title);
    await page.getByRole('textbox', { name: 'Name' }).fill('Holidays');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await listed(page, 'Holidays').waitFor();
    await rail(page).getByRole('link', { name: 'Holidays' }).waitFor();
  });
  await step('The member pins it', async () => {
    await choose(page, 'Holidays', 'Pin');
    await page.getByRole('listitem').filter({ hasText: 'Holidays' }).getByText('Pinned').first().waitFor();
  });
  await step('The member files it in a new folder', async () => {
    await choose(page, 'Holidays', 'Move to folder');
    await page.getByRole('radio', { name: 'New folder' }).check();
    await page.getByRole('textbox', { name: 'Name' }).fill('Rest');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
  });
  const here = await step('The member opens the folder, which a reload keeps', async () => {
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: /^Rest/ }).click();
    await page.waitForURL(/\?folder=/);
    await listed(page, 'Holidays').waitFor();
    const here = page.url();
    await page.reload();
    await listed(page, 'Holidays').waitFor();
    await eventually(page).toHaveURL(here);
    return here;
  });
  await step('The member opens the dialogue and comes back to the folder', async () => {
    await listed(page, 'Holidays').click();
    await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor();
    await page.goBack();
    await listed(page, 'Holidays').waitFor();
    await eventually(page).toHaveURL(here);
  });
});

test('a dialogue is archived and deleted by keys, and both are undone', async () => {
  const visitor = await signedIn('admin@pro.example');
  const { page, open } = visitor;
  const title = await step('An administrator has a dialogue in the list', async () => {
    await beginDialogue(stage, visitor, 'Who approves my travel expenses?');
    await open('/dialogues');
    const first = page.getByRole('list', { name: 'Your dialogues' }).locator('a[data-dialogue]').first();
    return wordsOf(first);
  });
  await step('The administrator archives it and deletes it by keys, and undoes both', async () => {
    for (const key of ['e', 'Delete']) {
      await listed(page, title).press(key);
      await listed(page, title).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await listed(page, title).waitFor();
    }
  });
  await step('No archived dialogues', async () => {
    await open('/dialogues?view=archived');
    await page.getByRole('heading', { name: 'No archived dialogues' }).waitFor();
  });
});

test('of two that are deleted one after the other, each is brought back by the notice that names it', async () => {
  const visitor = await signedIn('admin@pro.example');
  const { page, open } = visitor;
  const titles = await step('An administrator has two dialogues in the list', async () => {
    for (const prompt of ['How do I hand in a receipt?', 'Where do I park my bicycle?'])
      await beginDialogue(stage, visitor, prompt);
    await open('/dialogues');
    const newest = page.getByRole('list', { name: 'Your dialogues' }).locator('a[data-dialogue]');
    return [await wordsOf(newest.nth(0)), await wordsOf(newest.nth(1))];
  });
  const undo = (title: string) =>
    page.getByRole('status', { name: `“${title}” deleted` }).getByRole('button', { name: 'Undo' });
  await step('The administrator deletes both', async () => {
    for (const title of titles) {
      await listed(page, title).press('Delete');
      await undo(title).waitFor();
    }
  });
  const [first = '', second = ''] = titles;
  await step('The administrator brings back the first alone', async () => {
    await undo(first).click();
    await listed(page, first).waitFor();
    await listed(page, second).waitFor({ state: 'detached' });
  });
  await step('The administrator brings back the second', async () => {
    await undo(second).click();
    await listed(page, second).waitFor();
  });
});

test('a search leads to the message that holds the words, from the list and from the palette', async () => {
  const visitor = await signedIn('owner@pro.example');
  const { page, open } = visitor;
  const hits = page.getByRole('list', { name: 'Search results' });
  await step('An owner finds the message that holds a word', async () => {
    await beginDialogue(stage, visitor, 'Tell me about the quokkas of the office');
    await open('/dialogues');
    await page.getByRole('searchbox', { name: 'Search your dialogues' }).fill('quokkas');
    await eventually(hits.locator('mark').first()).toHaveText(/quokkas/i);
    await hits.locator('a[href*="message="]').first().click();
    await page.getByRole('article').filter({ hasText: 'quokkas' }).first().waitFor();
    // Sought once: what is done here afterwards is not undone by a reload.
    await page.waitForURL(/\/dialogue\/[0-9a-f-]{36}$/);
  });
  await step('The owner asks something else instead of it, which a reload keeps', async () => {
    const question = page.getByRole('article').filter({ hasText: 'quokkas of the office' }).first();
    await question.hover();
    await question.getByRole('button', { name: 'Edit prompt' }).click();
    const editor = page.getByRole('textbox', { name: 'Edited prompt' });
    await editor.fill('Tell me about the numbats instead');
    await editor.press('Enter');
    await page.getByRole('article').filter({ hasText: 'numbats' }).first().waitFor();
    await finishedAnswer(page, 2);
    await page.reload();
    await page.getByRole('article').filter({ hasText: 'numbats' }).first().waitFor();
  });
  await step('The owner finds it from the palette', async () => {
    await openPalette(page);
    await paletteField(page).fill('quokkas of');
    await paletteOptions(page).filter({ hasText: 'Search dialogues for “quokkas of”' }).click();
    await page.waitForURL('**/dialogues?q=quokkas+of');
    await hits.getByRole('link').first().waitFor();
  });
});

test('“New dialogue” leads into the field from everywhere, and the assistant that was chosen answers', async () => {
  const { page, open } = await signedIn();
  await step('A member begins a dialogue from the list, and is in the field', async () => {
    await open('/dialogues');
    await mainNavigation(page).getByRole('link', { name: 'New dialogue' }).click();
    await botCards(page).first().waitFor();
    await until(
      () => page.evaluate(() => document.activeElement?.tagName),
      (tag) => tag === 'TEXTAREA',
    );
  });
  await step('The member chooses an assistant, which answers', async () => {
    await main(page).getByRole('combobox', { name: 'Ask' }).selectOption({ label: botWithFiles });
    await ask(page, 'How long is parental leave?');
    await page.waitForURL(/\/dialogue\//);
    await page.getByRole('main').getByRole('link', { name: botWithFiles }).first().waitFor();
  });
});

test('a favourite stays one, and stands first', async () => {
  const { page, open } = await signedIn();
  const star = page.getByRole('button', { name: `Favourite: ${botWithFiles}` });
  await step('A member makes an assistant a favourite', async () => {
    await open('/');
    // The star is filled at once, and a page that is left earlier takes its request along.
    const taken = page.waitForResponse(
      (it) => it.request().method() === 'PUT' && new URL(it.url()).pathname.includes('/bots/v1/'),
    );
    await star.click();
    await taken;
    await eventually(botCards(page).first()).toHaveText(botWithFiles);
  });
  await step('It stands first after a reload', async () => {
    await page.reload();
    await star.and(page.locator('[aria-pressed="true"]')).waitFor();
    await eventually(botCards(page).first()).toHaveText(botWithFiles);
  });
});

test('a dialogue that is shared with a team is read and gone on with by a member of it, until it is ended', async () => {
  const owner = await signedIn('owner@pro.example');
  const path = await beginDialogue(stage, owner, 'How many days of annual leave do I have?');
  const dialogueId = path.split('/').at(-1) ?? '';
  await step('An owner opens a dialogue of theirs', async () => {
    await owner.open(path);
    await finishedAnswer(owner.page, 2);
  });
  const dialog = owner.page.getByRole('dialog', { name: 'Share dialogue' });
  await step('The owner chooses a team, and is asked before the choice is thrown away', async () => {
    await owner.page.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByRole('checkbox', { name: /^Support/ }).check();
    // Twice: a browser would let only the first Escape of a row be refused.
    for (const leave of ['click', 'Escape'] as const) {
      await pressEscapeIn(dialog);
      const asked = owner.page.getByRole('alertdialog', { name: 'Discard changes?' });
      await asked.waitFor();
      await expectAccessible(owner.page, 'asked before what was chosen is thrown away');
      if (leave === 'click') await asked.getByRole('button', { name: 'Keep editing' }).click();
      else await pressEscapeIn(asked);
      await asked.waitFor({ state: 'detached' });
    }
  });
  const end = dialog.getByRole('button', { name: 'Stop sharing: Support' });
  await step('The owner shares it with the team', async () => {
    await eventually(dialog.getByRole('checkbox', { name: /^Support/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await end.waitFor();
  });

  const reader = await signedIn();
  const goOn = reader.page.getByRole('button', { name: 'Continue in a copy' });
  const shared = await step('A member of the team reads it', async () => {
    await reader.open('/dialogues?view=shared');
    await reader.page.getByRole('list', { name: 'Shared with me' }).getByRole('link').first().click();
    await reader.page.waitForURL(/\/shared\//);
    const shared = new URL(reader.page.url()).pathname;
    // Opened by its address, as from a mail.
    await reader.open(shared);
    await finishedAnswer(reader.page, 2);
    await goOn.waitFor();
    await eventually.poll(() => unusedEarly(reader.page)).toEqual([]);
    await eventually(reader.page.getByRole('textbox')).toHaveCount(0);
    return shared;
  });
  await step('The member goes on with it as their own', async () => {
    await goOn.click();
    await reader.page.waitForURL(/\/dialogue\//);
    await finishedAnswer(reader.page, 2);
    await eventually(reader.page).not.toHaveURL((url) => url.pathname.includes(dialogueId));
  });
  await step('The owner ends the sharing', async () => {
    await end.click();
    await end.waitFor({ state: 'detached' });
  });
  await step('The member does not find it any more', async () => {
    reader.expectFault(/status of 404.*shares/);
    await reader.open(shared);
    await reader.page.getByRole('heading', { level: 1, name: 'This dialogue isn’t shared with you' }).waitFor();
  });
});
