import type { Engine, ReadingOptions, RecognizedLine } from './engine.ts';
import type { GreyPicture } from './page-picture.ts';
import { recognizePage } from './recognize-page.ts';

const picture: GreyPicture = { width: 1_000, height: 1_000, pixels: new Uint8Array(1_000_000).fill(255) };
const words = 'All human beings are born free and equal in dignity';
const linesOf = (text: string, { confidence = 90, isTall = false } = {}): RecognizedLine[] => [
  { text, words: text.split(' ').map((word) => ({ text: word, confidence, isTall })), beginsParagraph: true },
];
const rubbish = linesOf('snOi]jl arie uaqqn olq', { confidence: 30 });

/** An engine that reads by the options, and notes how it was asked. */
function engine(readBy: (options: ReadingOptions) => RecognizedLine[]): Engine & { asked: ReadingOptions[] } {
  const asked: ReadingOptions[] = [];
  return {
    asked,
    read(_, options) {
      asked.push(options);
      return readBy(options);
    },
  };
}

test('a page that is read well is read once', () => {
  const one = engine(() => linesOf(words));
  expect(recognizePage(picture, [one])).toBe(words);
  expect(one.asked).toEqual([{ turns: 0, isAdaptive: false, isInRows: false }]);
});

test.each([1, 2, 3] as const)('a page that needs %d quarter turns is turned', (needed) => {
  const one = engine(({ turns }) => (turns === needed ? linesOf(words) : rubbish));
  expect(recognizePage(picture, [one])).toBe(words);
});

test('a page whose words stand on end is turned, though they are read', () => {
  const one = engine(({ turns }) => (turns === 1 ? linesOf(words) : linesOf('human beings born', { isTall: true })));
  expect(recognizePage(picture, [one])).toBe(words);
});

test('a page in shadows is read by the surroundings of each pixel', () => {
  const one = engine(({ isAdaptive }) => (isAdaptive ? linesOf(words) : rubbish));
  expect(recognizePage(picture, [one])).toBe(words);
});

test('a table that falls into columns is read in rows, unless that loses words', () => {
  const cells = ['Desk lamp', 'Chair', '48.50', '229.00'].flatMap((cell) => linesOf(cell));
  const rows = ['Desk lamp 48.50', 'Chair 229.00'].flatMap((row) => linesOf(row));
  expect(recognizePage(picture, [engine(({ isInRows }) => (isInRows ? rows : cells))])).toBe(
    'Desk lamp 48.50\n\nChair 229.00',
  );
  expect(recognizePage(picture, [engine(({ isInRows }) => (isInRows ? rows.slice(0, 1) : cells))])).toBe(
    'Desk lamp\n\nChair\n\n48.50\n\n229.00',
  );
});

test('the script is found on a part; the first engine is believed where it reads well', () => {
  const latin = engine(() => linesOf(words));
  const thai = engine(() => linesOf(`${words} in brotherhood`));
  expect(recognizePage(picture, [latin, thai])).toBe(words);
  expect(thai.asked).toEqual([]);
  const foreign = engine(() => rubbish);
  expect(recognizePage(picture, [foreign, latin])).toBe(words);
});

test('no attempt begins when the time is spent', () => {
  let spent = 0;
  const one = engine(() => {
    spent += 21_000;
    return rubbish;
  });
  expect(recognizePage(picture, [one, one, one], () => spent)).toBe('');
  expect(one.asked.length).toBe(2); // the first sample, and all of the page
});

test('without engines there is no text', () => {
  expect(recognizePage(picture, [])).toBe('');
});
