import { readFileSync } from 'node:fs';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { ask, botCards, finishedAnswer, mainNavigation, messages, openBot } from '../harness/screens.ts';

/** What a model may answer that was told to, or read it somewhere; remote-chat walks the same without a browser. */
type Hostile = {
  readonly group: string;
  readonly name: string;
  readonly text?: string;
  readonly piece?: string;
  readonly times?: number;
};
const corpus = JSON.parse(
  readFileSync(new URL('../../shared/src/testing/hostile-answers.json', import.meta.url), 'utf8'),
) as Hostile[]; // a file of this repository

/**
 * What does not end what it begins, and what is big, is an answer of its own; the others stand in one answer a group.
 */
const isAlone = ({ group, times }: Hostile) => times !== undefined || group === 'size';
const textOf = ({ text, piece = '', times = 0 }: Hostile) => text ?? piece.repeat(times);

const groups = [...new Set(corpus.filter((it) => !isAlone(it)).map(({ group }) => group))];
const answers = new Map<string, string>([
  ...groups.map((group): [string, string] => [
    group,
    corpus
      .filter((it) => it.group === group && !isAlone(it))
      .map(textOf)
      .join('\n\n***\n\n'),
  ]),
  ...corpus.filter(isAlone).map((it): [string, string] => [`size of ${it.name}`, textOf(it)]),
]);

/**
 * With each piece that arrives the whole dialogue is laid out anew: in one of forty turns the last took five times as
 * long as the first.
 */
const turnsOfDialogue = 5;
const names = [...answers.keys()];
const dialogues = Array.from({ length: Math.ceil(names.length / turnsOfDialogue) }, (_, at) =>
  names.slice(at * turnsOfDialogue, (at + 1) * turnsOfDialogue),
);

let model: ModelServer;
const stage = prepareStage(async () => {
  const answer = (question: string) => answers.get(question) ?? 'Something else was asked.';
  model = await startModelServer({
    answer: ({ messages }) => {
      const content = messages.at(-1)?.content ?? '';
      const question = typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
      // Pieces as a model sends them, cut anywhere; the big ones in bigger ones.
      const text = answer(names.find((it) => question.trimEnd().endsWith(`“${it}”`)) ?? '');
      const size = Math.max(40, Math.ceil(text.length / 200));
      return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
    },
  });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in' };
});
afterAll(() => model.close());

/** In the page: what of its answers ran, or stands there that must not. */
const whatCameOfIt = () => ({
  hasRun: 'hostile' in globalThis,
  frames: frames.length,
  foreign: document.querySelectorAll(
    'article :is(script, iframe, object, embed, form, meta, base, link, style, video, audio, source, img, image, use, foreignObject, animate, template)',
  ).length,
  named: [...document.querySelectorAll('article [id], article [name]')]
    .map(({ id }) => id)
    .filter((id) => !/^(?:answer-|[«_:r])/.test(id)),
  links: [...document.querySelectorAll<HTMLAnchorElement>('article a[href]')].filter(
    (it) =>
      !/^(?:https?|mailto):$/.test(it.protocol) ||
      (it.target !== '_blank' && !it.getAttribute('href')?.startsWith('#answer-')),
  ).length,
});

test(`of ${corpus.length} hostile answers none runs anything, asks another origin for anything, or takes a name of the page`, async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog was opened: ${dialog.message()}`);
  });
  let documents = 0;
  page.on('domcontentloaded', () => void (documents += 1));
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await botCards(page).first().waitFor();
  const { frames } = await page.evaluate(whatCameOfIt);
  let turns = 0;
  for (const asked of dialogues) {
    if (turns > 0) await mainNavigation(page).locator('a[href="/"]').click();
    await openBot(page);
    for (const [at, name] of asked.entries()) {
      await ask(page, `Please answer “${name}”`);
      await finishedAnswer(page, (at + 1) * 2);
    }
    turns += asked.length;
    await untilQuiet(visitor);
    await eventually(messages(page)).toHaveCount(asked.length * 2);
    // Everything is looked at, so that all of it is drawn.
    for (let at = 0; at < asked.length * 2; at += 1) await messages(page).nth(at).scrollIntoViewIfNeeded();
    const seen = await page.evaluate(whatCameOfIt);
    expect({ asked, seen }).toEqual({ asked, seen: { hasRun: false, frames, foreign: 0, named: [], links: 0 } });
  }
  expect(turns).toBe(answers.size);
  const origins = new Set(visitor.requested.map((url) => new URL(url).origin).filter((origin) => origin !== 'null'));
  expect([...origins].filter((origin) => new URL(origin).hostname !== 'localhost')).toEqual([]);
  // All of it was in one document, in which an earlier dialogue could leave something to a later one.
  expect(documents).toBe(1);

  // Another remote still starts: none of its names was taken.
  await mainNavigation(page).locator('a[href="/agent-controller"]').click();
  await page.waitForURL((url) => url.pathname === '/agent-controller');
  await page.getByRole('heading', { level: 1 }).waitFor();
  console.log(`LLM-03: ${corpus.length} hostile answers in ${turns} turns, 0 scripts, 0 requests to another origin.`);
}, 600_000);
