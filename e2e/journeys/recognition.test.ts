import type { Page } from 'playwright';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

let model: ModelServer;
const stage = prepareStage(async () => {
  model = await startModelServer({ answer: () => ['Ottilie ', 'Brandt ', 'does.'] });
  return {
    TEXT_RECOGNITION_LANGUAGES: 'eng,deu',
    MODEL_BASE_URL: model.baseUrl,
    MODEL_API_KEY: 'stand-in',
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
  };
});
afterAll(() => model.close());

const letter = [
  ['The keeper of the lighthouse is called Ottilie Brandt.', 'She counts the ships each morning.'],
  ['Der Leuchtturm steht auf einer kleinen Insel.', 'Die Fähre kommt nur im Sommer.'],
  ['Visitors ring the brass bell at the harbour gate.', 'Dogs wait outside.'],
];

/** Prints the letter, or some copies of it in one file, as a scanner would: each page is a picture of its lines. */
async function scan({ context }: Visitor, name: string, copies = 1) {
  const page = await context.newPage();
  // A4 with 200 dots an inch.
  await page.setViewportSize({ width: 1654, height: 2339 });
  const pictures: string[] = [];
  for (const lines of letter) {
    await page.setContent(`<body style="margin:160px;font:44px/2 sans-serif">${lines.join('<br>')}`);
    pictures.push((await page.screenshot()).toString('base64'));
  }
  const images = pictures.map((it) => `<img style="display:block;width:100%" src="data:image/png;base64,${it}">`);
  await page.setContent(`<style>@page{size:A4;margin:0}body{margin:0}</style>${images.join('').repeat(copies)}`);
  const buffer = await page.pdf({ preferCSSPageSize: true });
  await page.close();
  return { name, mimeType: 'application/pdf', buffer };
}

const chips = (page: Page) => page.getByRole('list', { name: 'Files' });
const cancel = /^Cancel text recognition in/;

test('a scan that is attached says how far it is and that its text may be wrong, and the model is given what it says', async () => {
  const visitor = await stage.visit();
  const { page, open, signIn } = visitor;
  await signIn('member@pro.example');
  const attach = async (name: string, copies?: number) =>
    page.getByTestId('attach').setInputFiles(await scan(visitor, name, copies));
  const progress = chips(page)
    .getByText(/^Recognising text: \d+ of 30 pages$/)
    .first();
  await step('A member attaches a scan and sees how far its recognition is', async () => {
    await open('/');
    await openBot(page, 'Blank Sheet');
    // So many pages that they are still being recognised when it is cancelled.
    await attach('letter.pdf', 10);
    await progress.waitFor();
    await chips(page).getByRole('button', { name: cancel }).waitFor();
    await expectAccessible(page, 'a scan that is being recognised');
  });
  await step('The page is loaded anew, and the draft shows the progress again', async () => {
    await page.reload();
    await progress.waitFor();
  });
  await step('The member cancels it, and the file is gone', async () => {
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
    await chips(page).getByRole('button', { name: cancel }).click();
    await deleted;
    await eventually(chips(page)).toHaveCount(0);
  });
  await step('The member attaches a shorter one, which is ready with a note', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await attach('a letter whose name is longer than a phone is wide, so that it is cut.pdf');
    await chips(page).getByText('The text of 3 pages was recognised from pictures and may contain mistakes.').waitFor();
    await eventually(chips(page).getByRole('button', { name: /^Remove/ })).toBeInViewport();
    await eventually.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page, 'a scan that was recognised');
  });
  await step('The member asks about it, and the model is given the recognised text', async () => {
    await ask(page, 'Who keeps the lighthouse?');
    await page.waitForURL(/\/dialogue\//);
    const answer = await finishedAnswer(page, 2);
    const given = JSON.stringify(model.requests.at(-1)?.body.messages);
    expect(given).toContain('keeper of the lighthouse is called Ottilie Brandt');
    expect(given).toContain('Die Fähre kommt nur im Sommer');
    await answer.getByText(/The text of 3 pages was recognised from pictures/).waitFor();
    await expectAccessible(page, 'an answer from recognised text');
  });
});

test('a scan becomes knowledge that a question finds', async () => {
  const visitor = await stage.visit();
  const { page, open, signIn } = visitor;
  await signIn('admin@pro.example');
  await step('An administrator gives a scan to an agent', async () => {
    await open('/agent-controller');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.waitForURL(/\/agent-builder\?agent=/);
    await page.getByTestId('Add files').setInputFiles(await scan(visitor, 'Letter.pdf'));
    const source = page
      .getByRole('list', { name: 'Agent’s knowledge' })
      .getByRole('listitem')
      .filter({ hasText: 'Letter.pdf' });
    await source.getByText(/^Ready .*The text of 3 pages was recognised from pictures/).waitFor();
    await expectAccessible(page, 'recognised knowledge', 'section[aria-label="Knowledge"]');
  });
  await step('A question finds what the picture says', async () => {
    const trial = page.getByRole('region', { name: 'Test a question' });
    await trial.getByRole('textbox', { name: 'Question' }).fill('Who is the keeper of the lighthouse?');
    await trial.getByRole('button', { name: 'Search' }).click();
    await trial.getByRole('listitem').first().getByText('Ottilie Brandt').waitFor();
  });
  await step('The administrator finds it among the files, with the note', async () => {
    await open('/file-manager');
    const row = page.getByRole('row').filter({ hasText: 'Letter.pdf' });
    await row.getByText('The text of 3 pages was recognised from pictures and may contain mistakes.').waitFor();
    await expectAccessible(page, 'a recognised file in the file manager');
  });
});
