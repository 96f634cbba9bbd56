import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, mainNavigation, messages, openBot } from '../harness/screens.ts';

/** More messages than a dialogue loads when it is opened. */
const turns = 18;

const numberIn = (prompt: unknown) => /Question (\d+)/.exec(JSON.stringify(prompt))?.[1] ?? 'to nothing';

let model: ModelServer;
const stage = prepareStage(async () => {
  model = await startModelServer({
    answer: ({ messages: said }) => ['Answer', ` ${numberIn(said.at(-1))}`, '\n\n', 'It has **bold** words.'],
  });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in', MODEL_TITLES: 'false' };
});
afterAll(() => model.close());

test('paper holds the whole dialogue, also what was not loaded or seen, and nothing of what is around it', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await openBot(page);
  for (let turn = 1; turn <= turns; turn += 1) {
    await ask(page, `Question ${turn}.`);
    await finishedAnswer(page, turn * 2);
  }
  await page.reload();
  await messages(page).last().getByText(`Answer ${turns}`).waitFor();
  await eventually(messages(page)).not.toHaveCount(turns * 2);

  // What is in the document at the moment in which the browser takes it for its paper.
  await page.evaluate(() => {
    const taken = globalThis as unknown as { taken?: { text: string; isDrawn: boolean }[] }; // the test's own
    window.print = () =>
      void (taken.taken = [...document.querySelectorAll('article')].map((it) => ({
        text: it.textContent,
        isDrawn: it.querySelector('strong') !== null || /Question/.test(it.textContent),
      })));
  });
  // Without going there: who comes near the beginning has what is older loaded, and it is the printing that has to.
  await page.getByRole('button', { name: 'Dialogue actions' }).dispatchEvent('click');
  await page.getByRole('menuitem', { name: 'Print' }).dispatchEvent('click');
  await page.waitForFunction(() => 'taken' in globalThis);
  const taken = await page.evaluate(
    () => (globalThis as unknown as { taken: { text: string; isDrawn: boolean }[] }).taken,
  );
  expect(taken).toHaveLength(turns * 2);
  for (const [at, { text, isDrawn }] of taken.entries()) {
    expect(text).toContain(at % 2 === 0 ? `Question ${at / 2 + 1}.` : `Answer ${(at + 1) / 2}`);
    expect(isDrawn).toBe(true);
  }

  await page.emulateMedia({ media: 'print' });
  for (const around of [
    mainNavigation(page),
    page.getByRole('textbox', { name: 'Prompt' }),
    page.getByRole('button', { name: 'Dialogue actions' }),
  ])
    await eventually(around).toBeHidden();
  await eventually(messages(page)).toHaveCount(turns * 2);
  await eventually
    .poll(() => messages(page).evaluateAll((all) => Math.min(...all.map((it) => it.getBoundingClientRect().height))))
    .toBeGreaterThan(20);
  // It goes on from page to page: nothing is cut off by a box that scrolls.
  const { whole, window: shown } = await page.evaluate(() => ({
    whole: document.documentElement.scrollHeight,
    window: innerHeight,
  }));
  expect(whole).toBeGreaterThan(shown);
}, 180_000);
