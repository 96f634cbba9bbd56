import { makePdf } from '../../server/src/testing/make-files.ts';
import { contentOf } from '../harness/download.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, botWithFiles, finishedAnswer, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const report = {
  name: 'canteen.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    makePdf([
      ['Annual report of the canteen'],
      ['The pangolin stew was served 4217 times in October.', 'Guests praised the pangolin stew.'],
      ['Outlook for the coming year'],
    ]),
  ),
};

/** A page of more than 8 MB with little to read: most of it is a comment. */
const largePage = (name: string) => ({
  name,
  mimeType: 'text/html',
  buffer: Buffer.from(
    `<html><body><h1>Canteen</h1><p>The pangolin stew was served 4217 times in October.</p><!-- ${'x'.repeat(9_000_000)} --></body></html>`,
  ),
});

async function atBot(): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await openBot(visitor.page, botWithFiles);
  return visitor;
}

test('a PDF is attached, read, asked about, and its citation opens the passage on its page', async () => {
  const { page } = await atBot();
  await step('A member attaches a PDF and asks about it before it is read', async () => {
    await page.getByTestId('attach').setInputFiles(report);
    await page.getByRole('list', { name: 'Files' }).getByText('canteen.pdf').waitFor();
    // Sent before it is read: it waits for the file.
    await ask(page, 'How often was the pangolin stew served?');
    await page.waitForURL(/\/dialogue\//);
    await messages(page)
      .first()
      .getByRole('link', { name: /canteen\.pdf/ })
      .waitFor();
  });
  const panel = page.getByRole('dialog', { name: /canteen\.pdf/ });
  await step('The answer quotes the page of the PDF', async () => {
    const answer = await finishedAnswer(page, 2);
    await answer
      .getByRole('button', { name: /canteen\.pdf/ })
      .first()
      .click();
    await panel.getByText('Page 2').waitFor();
    await eventually(panel.getByRole('blockquote')).toContainText('4217 times in October');
  });
  await step('The member saves the original file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('link', { name: 'Download original file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('canteen.pdf');
  });
});

test('a file that is not what it says is told before anything is sent, and can be taken away', async () => {
  const visitor = await atBot();
  visitor.expectFault(/status of 422/);
  const { page } = visitor;
  const chips = page.getByRole('list', { name: 'Files' });
  await step('A member attaches a file that is not what it says, and cannot send it', async () => {
    await page
      .getByTestId('attach')
      .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>no PDF</html>') });
    await chips.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Prompt' }).fill('What is in it?');
    await eventually(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  });
  await step('The member takes it away, and can send', async () => {
    await chips.getByRole('button', { name: 'Remove “report.pdf”' }).click();
    await eventually(page.getByRole('button', { name: 'Send' })).toBeEnabled();
  });
});

test('a large file goes on where the network broke, without what had arrived being sent again, and can be cancelled', async () => {
  const visitor = await atBot();
  // The parts that are lost.
  visitor.expectFault(/uploads\/v1\/uploads\/.*\/parts\//);
  const { page } = visitor;
  const parts: string[] = [];
  let losesFrom = 2;
  await page.route(/\/uploads\/v1\/uploads\/[^/]+\/parts\/\d/, async (route) => {
    const number = Number(/parts\/(\d)/.exec(route.request().url())?.[1]);
    const isLost = number >= losesFrom;
    parts.push(`${number}${isLost ? ' lost' : ''}`);
    // The next try arrives.
    if (number === 2) losesFrom = Infinity;
    await (isLost ? route.abort('connectionreset') : route.continue());
  });
  const chips = page.getByRole('list', { name: 'Files' });
  await step('A member attaches a large file, whose lost part alone is sent again', async () => {
    await page.getByTestId('attach').setInputFiles(largePage('stew.html'));
    await chips.getByText('Ready').waitFor();
    expect(parts).toEqual(['1', '2 lost', '2']);
  });
  await step('The member asks about it', async () => {
    await ask(page, 'How often was the pangolin stew served?');
    await page.waitForURL(/\/dialogue\//);
    const answer = await finishedAnswer(page, 2);
    await answer
      .getByRole('button', { name: /stew\.html/ })
      .first()
      .waitFor();
  });
  await step('The member cancels the sending of another', async () => {
    losesFrom = 1;
    await page.getByTestId('attach').setInputFiles(largePage('soup.html'));
    const given = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/uploads/v1/uploads/'),
    );
    await chips.getByRole('progressbar').waitFor();
    await eventually.poll(() => parts.length).toBeGreaterThan(3);
    await chips.getByRole('button', { name: 'Cancel upload of “soup.html”' }).click();
    const { ok } = await given.then((answer) => ({ ok: answer.ok() }));
    expect(ok).toBe(true);
    await page.getByText('soup.html').waitFor({ state: 'detached' });
  });
});

test('a draft keeps its file over a reload, and what is sent at once takes it along; one that is added meanwhile stays for the next message', async () => {
  const { page } = await atBot();
  await step('A member begins a message with a file', async () => {
    await page.getByTestId('attach').setInputFiles(report);
    await page.getByRole('textbox', { name: 'Prompt' }).fill('About this: ');
    await page.getByRole('list', { name: 'Files' }).getByText('Ready').waitFor();
  });
  await step('The draft is there after a reload, and takes its file along', async () => {
    await page.reload();
    const field = page.getByRole('textbox', { name: 'Prompt' });
    await eventually(field).toHaveValue('About this: ');
    await field.press('Enter');
    await page.waitForURL(/\/dialogue\//);
    await messages(page)
      .first()
      .getByRole('link', { name: /canteen\.pdf/ })
      .waitFor();
    await finishedAnswer(page, 2);
  });

  const chips = page.locator('form').getByRole('list', { name: 'Files' });
  const attach = (name: string) =>
    page
      .getByTestId('attach')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`The pangolin stew of ${name}.`) });
  const arriving = await step('The member attaches another file, and sends it on a slow network', async () => {
    await attach('first.txt');
    await chips.getByText('Ready').waitFor();
    const arriving = Promise.withResolvers<undefined>();
    await page.route(/\/dialogues\/v1\/dialogues\/[^/]+\/messages$/, async (route) => {
      if (route.request().method() === 'POST') await arriving.promise;
      await route.continue();
    });
    await ask(page, 'What is in it?');
    await chips.waitFor({ state: 'detached' });
    return arriving;
  });
  await step('The member attaches one more before the message has arrived', async () => {
    await attach('second.txt');
    await chips.getByText('Ready').waitFor();
  });
  await step('The message takes the first along, and the second stays for the next', async () => {
    arriving.resolve(undefined);
    await messages(page)
      .nth(2)
      .getByRole('link', { name: /first\.txt/ })
      .waitFor();
    await finishedAnswer(page, 4);
    await eventually(chips).toContainText('second.txt');
    await eventually(chips).not.toContainText('first.txt');
  });
});

test('a dialogue is saved as Markdown and as JSON', async () => {
  const { page } = await atBot();
  await step('A member asks a bot', async () => {
    await ask(page, 'How many days of annual leave do I have?');
    await page.waitForURL(/\/dialogue\//);
    await finishedAnswer(page, 2);
  });
  await step('The member saves the dialogue in both formats', async () => {
    for (const [item, ending, begins] of [
      ['Export as Markdown', '.md', '# '],
      ['Export as JSON', '.json', '{'],
    ] as const) {
      await page.getByRole('button', { name: 'Dialogue actions' }).click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(new RegExp(`\\${ending}$`));
      const content = (await contentOf(saved)).toString();
      expect(content.startsWith(begins)).toBe(true);
      expect(content).toContain('How many days of annual leave do I have?');
    }
  });
});
