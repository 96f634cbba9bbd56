import { makeFormAutomation, makeSchedule } from '../harness/automation-things.ts';
import { expectAccessible } from '../harness/axe.ts';
import { consentPrompt, cookieSettings, passAsPerson } from '../harness/consent.ts';
import { beginDialogue } from '../harness/dialogues.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import {
  ask,
  botCards,
  finishedAnswer,
  leaveByEscape,
  openBot,
  openPalette,
  palette,
  paletteField,
  paletteOptions,
} from '../harness/screens.ts';

const stage = prepareStage();

describe('axe finds nothing in either theme', () => {
  test('on the pages for everybody', async () => {
    const { page, open, expectFault } = await stage.visit();
    // Whether somebody is signed in is asked, and the answer is no.
    expectFault(/status of 401.*whoami/);
    for (const path of ['/auth/login', '/terms/privacy-policy', '/terms/service', '/error?code=404']) {
      await open(path);
      await page.getByRole('heading').first().waitFor();
      await expectAccessible(page, path);
    }
  });

  test('on the steps of the login page', async () => {
    const { page, open } = await stage.visit();
    for (const path of ['/auth/login?step=forgotten', '/auth/login#token=none']) {
      await open(path);
      await page.getByRole('heading').first().waitFor();
      await expectAccessible(page, path);
    }
  });

  test('on home, a bot and a dialogue', async () => {
    const { page, open, signIn } = await stage.visit();
    await signIn('member@pro.example');
    await open('/');
    await botCards(page).first().waitFor();
    await expectAccessible(page, 'home');
    await openBot(page);
    await page.getByRole('textbox', { name: 'Prompt' }).waitFor();
    await expectAccessible(page, 'bot');
    await ask(page, 'How many days of annual leave do I have?');
    await finishedAnswer(page, 2);
    await expectAccessible(page, 'dialogue');
  });

  test.each([1280, 360])(
    'on what a dialogue opens: menus, dialogs, an editor, a rating, a file, %i pixels wide',
    async (width) => {
      const { page, open, signIn } = await stage.visit({ viewport: { width, height: 740 } });
      await signIn('admin@pro.example');
      await open('/');
      await openBot(page);
      await ask(page, 'How many days of annual leave do I have?');
      await page.waitForURL(/\/dialogue\//);
      await finishedAnswer(page, 2);
      const fromMenu = async (menu: string, item: string) => {
        await page.getByRole('button', { name: menu }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      const menu = page.getByRole('menu');
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Answer actions' }).click();
      await menu.getByRole('menuitem').first().waitFor();
      await expectAccessible(page, 'the menu of an answer');
      await leaveByEscape(menu);
      await fromMenu('Answer actions', 'Answer details');
      await dialog.getByText('Model', { exact: true }).waitFor();
      await expectAccessible(page, 'what an answer took');
      await leaveByEscape(dialog);
      await page.getByRole('button', { name: 'Good answer' }).click();
      await page.getByRole('form', { name: /^Thank you/ }).waitFor();
      await expectAccessible(page, 'a rating');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await fromMenu('Prompt actions', 'Edit prompt');
      const editor = page.getByRole('textbox', { name: 'Edited prompt' });
      await editor.waitFor();
      await expectAccessible(page, 'the editor of a prompt');
      await leaveByEscape(editor);
      await fromMenu('Dialogue actions', 'Usage this month');
      await page.getByRole('progressbar').or(page.getByText('unlimited')).first().waitFor();
      await expectAccessible(page, 'the usage of this month');
      await leaveByEscape(dialog);
      await fromMenu('Dialogue actions', 'Share');
      await page.getByRole('combobox', { name: 'People' }).fill('o');
      await page.getByRole('option').first().waitFor();
      await expectAccessible(page, 'sharing');
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('alertdialog').waitFor();
      await expectAccessible(page, 'the question whether to throw it away');
      await page.getByRole('button', { name: 'Discard' }).click();
      await fromMenu('Dialogue actions', 'Rename');
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.waitFor();
      // All of it, whatever it moves below.
      await eventually
        .poll(() =>
          title.evaluate(
            (it) =>
              it.getBoundingClientRect().top >=
              (document.getElementById('main')?.getBoundingClientRect().top ?? Infinity),
          ),
        )
        .toBe(true);
      await expectAccessible(page, 'the field of the title');
      await leaveByEscape(title);
      await page.getByTestId('attach').setInputFiles([
        { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n\nSomething was noted.') },
        { name: 'tune.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('tune') },
      ]);
      await page.getByRole('list', { name: 'Files' }).getByText('Ready').waitFor();
      await expectAccessible(page, 'files of a message');
      const field = page.getByRole('textbox', { name: 'Prompt' });
      await field.fill('@');
      await page.getByRole('option').first().waitFor();
      await expectAccessible(page, 'the assistants that “@” offers');
      await field.press('Escape');
      await page.getByRole('option').first().waitFor({ state: 'hidden' });
      await page
        .getByRole('button', { name: /^Source 1: / })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: 'Download original file' })
        .or(page.getByText(/^Passages: /))
        .first()
        .waitFor();
      await expectAccessible(page, 'a passage in its file');
    },
  );

  test.each([1280, 360])(
    'on the list of dialogues, its menus and dialogs, a search and what is not shared, %i pixels wide',
    async (width) => {
      const visitor = await stage.visit({ viewport: { width, height: 740 } });
      const { page, open, signIn, expectFault } = visitor;
      expectFault(/status of 404.*shares/);
      await signIn('owner@team.example');
      await open('/dialogues?view=archived');
      await page.getByRole('heading', { name: 'No archived dialogues' }).waitFor();
      await expectAccessible(page, 'nothing');
      await beginDialogue(stage, visitor, 'How many days of annual leave do I have?');
      await open('/dialogues');
      await page
        .getByRole('checkbox', { name: /^Select “/ })
        .first()
        .check();
      await page
        .getByRole('button', { name: /^Actions for “/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
      await expectAccessible(page, 'a selection and a menu');
      for (const action of ['Rename', 'Move to folder']) {
        if (action !== 'Rename')
          await page
            .getByRole('button', { name: /^Actions for “/ })
            .first()
            .click();
        await page.getByRole('menuitem', { name: action }).click();
        await page.getByRole('dialog').waitFor();
        await expectAccessible(page, action);
        await leaveByEscape(page.getByRole('dialog'));
      }
      await open('/dialogues?q=leave');
      await page.locator('mark').first().waitFor();
      await expectAccessible(page, 'hits');
      await open('/shared/0198f0aa-0000-7000-8000-000000000001');
      await page.getByRole('heading', { level: 1, name: 'This dialogue isn’t shared with you' }).waitFor();
      await expectAccessible(page, 'not shared');
    },
  );

  test('on the first screens of the other remotes', async () => {
    const { page, open, signIn } = await stage.visit();
    await signIn('owner@pro.example');
    for (const path of ['/agent-controller', '/user-group-manager', '/profile', '/no-such-screen']) {
      await open(path);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      await expectAccessible(page, path);
    }
  });

  test.each([1280, 360])(
    'on the agent studio and the prompt templates, with their menus and dialogs, %i pixels wide',
    async (width) => {
      const { page, open, signIn } = await stage.visit({ viewport: { width, height: 740 } });
      await signIn('owner@pro.example');
      const expectNothing = (shows: string) => expectAccessible(page, shows);
      await open('/agent-controller');
      await page.getByRole('button', { name: 'New agent' }).click();
      await page.getByRole('radio', { name: /^Existing agent/ }).check();
      await page.getByRole('radio', { name: /People Desk/ }).waitFor();
      await expectNothing('what a new agent begins with');
      await leaveByEscape(page.getByRole('dialog'));
      await page.getByRole('button', { name: 'List options' }).click();
      await page.getByRole('menuitem', { name: 'Columns…' }).click();
      await page.getByRole('checkbox', { name: 'Version' }).waitFor();
      await expectNothing('the choice of columns');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'People Desk' }).click();
      await page.getByRole('region', { name: 'Responsible person' }).getByRole('listitem').waitFor();
      await page.getByRole('list', { name: 'Tools' }).waitFor();
      await expectNothing('the form of an agent');
      const tabs = page.getByRole('navigation', { name: 'Editor sections' });
      await tabs.getByRole('link', { name: 'Versions' }).click();
      await page.getByRole('table', { name: 'Versions' }).waitFor();
      await page.getByText('No differences').waitFor();
      await expectNothing('the versions of an agent');
      await tabs.getByRole('link', { name: 'Test set' }).click();
      await page.getByRole('button', { name: 'Add question' }).click();
      await page.getByRole('textbox', { name: 'Question' }).first().waitFor();
      await expectNothing('the test set of an agent');
      await open('/prompt-template-controller');
      await page.getByRole('button', { name: 'Actions for “Reply to a customer”' }).click();
      await page.getByRole('menuitem', { name: 'Share…' }).waitFor();
      await expectNothing('the menu of a template');
      await page.getByRole('menuitem', { name: 'Share…' }).click();
      await page.getByRole('radio', { name: /^Specific people/ }).check();
      await page
        .getByRole('group', { name: 'Teams' })
        .getByText(/^Members: |^There are no teams/)
        .first()
        .waitFor();
      await expectNothing('who may use a template');
      await leaveByEscape(page.getByRole('dialog'));
      await page.getByRole('link', { name: 'Reply to a customer' }).click();
      await page.getByRole('complementary', { name: 'Preview' }).waitFor();
      await expectNothing('a template');
      await open('/prompt-template-builder');
      await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
      await expectNothing('a new template');
    },
  );

  test.each([1280, 360])(
    'on schedules, automations, the control room and a form, with their menus and dialogs, %i pixels wide',
    async (width) => {
      const visitor = await stage.visit({ viewport: { width, height: 740 } });
      const { page, open, signIn, expectFault } = visitor;
      expectFault(/status of 404.*forms/);
      await signIn('admin@pro.example');
      const expectNothing = (shows: string) => expectAccessible(page, shows);
      const [schedule, automation] = [
        await makeSchedule(stage, visitor, `Summary ${width}`, '0 7 * * 1-5'),
        await makeFormAutomation(stage, visitor, `Faults ${width}`),
      ];
      const dialog = page.getByRole('dialog');
      await open('/agent-scheduling');
      await page.getByRole('button', { name: `Actions for “${schedule.name}”` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
      await expectNothing('the menu of a schedule');
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).waitFor();
      await expectNothing('the question before a schedule is deleted');
      await leaveByEscape(dialog);
      await page.getByRole('link', { name: schedule.name }).click();
      await page.getByRole('heading', { level: 1, name: schedule.name }).waitFor();
      await expectNothing('a schedule');
      await open('/agent-automation?automation=new&from=rating');
      await page.getByRole('textbox', { name: 'Prompt', exact: true }).waitFor();
      await expectNothing('an automation from an example');
      await open(`/agent-automation?automation=${automation.id}`);
      await page.getByRole('button', { name: 'Test with this event' }).click();
      await dialog.getByText('Done', { exact: true }).waitFor();
      await expectNothing('the test of an automation');
      await leaveByEscape(dialog);
      await open(`/agent-automation?automation=${automation.id}&part=history`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await expectNothing('a history with nothing in it');
      await open('/agent-automation');
      await page.getByRole('button', { name: `Actions for “${automation.name}”` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
      await expectNothing('the menu of an automation');
      await open('/agent-automation?view=control');
      await page.getByRole('checkbox', { name: `Select “${automation.name}”` }).check();
      await page
        .getByRole('combobox', { name: 'Owner' })
        .getByRole('option', { name: 'Adrian Keller' })
        .waitFor({ state: 'attached' });
      await expectNothing('the control room with a selection');
      await page.getByRole('button', { name: 'Transfer…' }).click();
      await page.getByRole('combobox', { name: 'People' }).fill('o');
      await page.getByRole('option', { name: 'Olivia Bennett' }).waitFor();
      await expectNothing('to whom something is given');
      await page.getByRole('button', { name: 'Transfer to me' }).click();
      await expectNothing('what somebody takes over');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Put everything on hold…' }).click();
      await dialog.getByRole('button', { name: 'Put on hold' }).waitFor();
      await expectNothing('what holding everything does');
      await leaveByEscape(dialog);
      await open(new URL(automation.form_url ?? '').pathname);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('This field is required.').waitFor();
      await expectNothing('a form with a fault');
      await open(`/form/${'a'.repeat(43)}`);
      await page.getByRole('heading', { level: 1, name: 'This form isn’t available' }).waitFor();
      await expectNothing('a form that is none');
    },
  );

  test.each(['owner@pro.example', 'member@pro.example'])(
    'on the profile of %s with everything opened',
    async (email) => {
      const { page, open, signIn } = await stage.visit();
      await signIn(email);
      await open('/profile');
      await page
        .getByRole('region', { name: 'Where you’re signed in', exact: true })
        .getByText('This browser')
        .waitFor();
      for (const name of ['Change name', 'Change email', 'Change password', 'Delete my account…'])
        await page.getByRole('button', { name }).click();
      await page
        .getByRole('region', { name: 'Two-step verification', exact: true })
        .getByRole('button', { name: 'Turn on' })
        .click();
      await page.getByRole('textbox', { name: 'Verification code' }).waitFor();
      await expectAccessible(page, 'the profile with everything opened');
    },
  );

  test.each([1280, 360])('on the palette and the menu of the person, %i pixels wide', async (width) => {
    const { page, open, signIn } = await stage.visit({ viewport: { width, height: 740 } });
    await signIn('owner@pro.example');
    await open('/');
    await botCards(page).first().waitFor();
    await openPalette(page);
    await expectAccessible(page, 'what is near');
    await paletteField(page).fill('agents');
    await paletteOptions(page)
      .filter({ hasText: /^Agents/ })
      .waitFor();
    await expectAccessible(page, 'what was found');
    await paletteField(page).fill('zzz');
    await palette(page).getByText('No results for “zzz”').waitFor();
    await expectAccessible(page, 'nothing');
    await leaveByEscape(palette(page));
    if (width < 900) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('link', { name: 'Profile' }).waitFor();
    await expectAccessible(page, 'the menu');
  });

  test.each([1280, 360])('on the question about cookies and its settings, %i pixels wide', async (width) => {
    const visitor = await stage.visit({ viewport: { width, height: 740 } });
    const { page, open, signIn } = visitor;
    await passAsPerson(visitor);
    await signIn('member@pro.example');
    for (const path of ['/auth/login', '/', '/terms/service']) {
      await open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await consentPrompt(page).waitFor();
      await expectAccessible(page, path);
    }
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
    await cookieSettings(page).waitFor();
    await expectAccessible(page, 'the settings of the cookies');
  });

  test('on the device warning, and on notices', async () => {
    const { page, open, signIn } = await stage.visit({
      userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile',
      viewport: { width: 412, height: 915 },
    });
    await signIn('member@pro.example');
    await open('/');
    const understood = page.getByRole('button', { name: 'I Understand' });
    await understood.waitFor();
    await expectAccessible(page, 'the device warning');
    await understood.click();
    for (const [kind, tone] of [
      ['toast', 'info'],
      ['toast', 'warn'],
      ['snackbar', 'good'],
      ['snackbar', 'bad'],
    ]) {
      await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('parlance:notice', { detail })), {
        kind,
        tone,
        message: `This is ${tone}.`,
      });
      await page.getByText(`This is ${tone}.`).hover();
    }
    await expectAccessible(page, 'notices');
  });
});
