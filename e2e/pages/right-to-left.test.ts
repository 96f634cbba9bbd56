import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, botCards, finishedAnswer, openBot } from '../harness/screens.ts';

const answer = [
  'الإجازة السنوية 30 يوماً، انظر https://example.com/a، ثم `npm i`.',
  '- واحد\n- one\n- اثنان',
  '> اقتباس\n>\n> quoted',
  '| أ | ب |\n|---|---|\n| ج | د |',
  'Thirty days.',
].join('\n\n');

let model: ModelServer;
const stage = prepareStage(async () => {
  model = await startModelServer({ answer: () => [answer] });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in' };
});
afterAll(() => model.close());

/** In the page: where the parts of the answer stand. */
function layout() {
  const text = [...document.querySelectorAll('article')].at(-1);
  const styleOf = (selector: string) => {
    const element = text?.querySelector(selector);
    if (element === undefined || element === null) throw new Error(`There is no ${selector}.`);
    const { direction, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(element);
    return { direction, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth };
  };
  /** The side on which the letters of an element begin. */
  const sideOf = (element: Element | undefined) => {
    if (element === undefined) throw new Error('There is no such element.');
    const letters = document.createRange();
    letters.selectNodeContents(element);
    const [inner, outer] = [letters.getBoundingClientRect(), element.getBoundingClientRect()];
    return inner.left - outer.left > outer.right - inner.right ? 'right' : 'left';
  };
  const all = (selector: string) => [...(text?.querySelectorAll(selector) ?? [])];
  const [first, second] = all('th').map((cell) => cell.getBoundingClientRect().left);
  return {
    list: styleOf('ul'),
    quote: styleOf('blockquote'),
    code: styleOf('p code').direction,
    table: styleOf('table').direction,
    items: all('li').slice(0, 3).map(sideOf),
    quoted: all('blockquote p').map(sideOf),
    paragraphs: [all('p[dir]').at(0), all('p[dir]').at(-1)].map(sideOf),
    hasFirstCellOnTheRight: (first ?? 0) > (second ?? 0),
  };
}

test('an answer that is written from right to left is laid out so, and each text in it by its own letters', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('member@pro.example');
  await open('/');
  await botCards(page).first().waitFor();
  await openBot(page);
  await ask(page, 'كم يوماً؟');
  await (await finishedAnswer(page, 2)).getByText('Thirty days.').waitFor();
  const laidOut = await page.evaluate(layout);
  expect(laidOut).toEqual({
    list: expect.objectContaining({ direction: 'rtl', paddingLeft: '0px', paddingRight: '26px' }) as unknown,
    quote: expect.objectContaining({ direction: 'rtl', borderLeftWidth: '0px', borderRightWidth: '3px' }) as unknown,
    code: 'ltr',
    table: 'rtl',
    items: ['right', 'left', 'right'],
    quoted: ['right', 'left'],
    paragraphs: ['right', 'left'],
    hasFirstCellOnTheRight: true,
  });
});
