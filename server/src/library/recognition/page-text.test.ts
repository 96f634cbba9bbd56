import type { RecognizedLine } from './engine.ts';
import { textOf, weigh } from './page-text.ts';

const line = (text: string, { confidence = 90, beginsParagraph = false } = {}): RecognizedLine => ({
  text,
  words: text.split(' ').map((word) => ({ text: word, confidence, isTall: false })),
  beginsParagraph,
});

test('lines and paragraphs stay, and a word parted by a hyphen is made whole', () => {
  const lines = [
    line('All human be-', { beginsParagraph: true }),
    line('ings are born free.'),
    line('They act.', { beginsParagraph: true }),
  ];
  expect(textOf(lines)).toBe('All human beings are born free.\n\nThey act.');
});

test('spaces between Chinese characters go, those beside other words stay, and marks are wide', () => {
  const text = '人 人 生 而 自 由 , 請 攜 帶 Parlance 手 冊 。';
  expect(textOf([line(text)])).toBe('人人生而自由，請攜帶 Parlance 手冊。');
  expect(textOf([line('Ham, eggs, 3,000 pieces')])).toBe('Ham, eggs, 3,000 pieces');
});

test('a sign of Thai that Tesseract parts is whole, with a mark of tone in it or not', () => {
  expect(textOf([line('ทําน้ํานํ้า')])).toBe('ทำน้ำน้ำ');
});

test('textures, strokes and lines that nobody trusts are left out', () => {
  expect(textOf([line('=52 |58 ——0 |74', { confidence: 80 }), line('| | —', { confidence: 95 })])).toBe('');
  expect(textOf([line('Fe pa Tl LY ud', { confidence: 28 })])).toBe('');
  expect(textOf([line('Lamp | 12'), line('xq rr vv', { confidence: 45 })])).toBe('Lamp 12');
  expect(textOf([])).toBe('');
});

test('a page with hardly a trusted letter, or more that nobody trusts, has no text', () => {
  expect(textOf([line('abc')])).toBe('');
  expect(textOf([line('abcd')])).toBe('abcd');
  expect(textOf([line('alpha'), line('remarkable vermilion', { confidence: 60 })])).toBe('');
});

test('a word of less confidence stays in a line that is trusted, a speck does not', () => {
  const [good] = [line('They commence here again')];
  const words = good.words.map((word) => (word.text === 'commence' ? { ...word, confidence: 10 } : word));
  expect(textOf([{ ...good, words }])).toBe('They commence here again');
  const specks = line('They begin here ;~');
  const faint = specks.words.map((word) => (word.text === ';~' ? { ...word, confidence: 10 } : word));
  expect(textOf([{ ...specks, words: faint }])).toBe('They begin here');
});

test('a page has 20,000 characters at most, and no half of one', () => {
  const text = textOf([line(`${'a'.repeat(19_999)}𠀀𠀀`)]);
  expect(text.length).toBeLessThanOrEqual(20_000);
  expect(text.isWellFormed()).toBe(true);
});

test('words that stand on end are counted among those long enough to tell', () => {
  const words = [
    { text: 'upright', confidence: 90, isTall: true },
    { text: 'of', confidence: 20, isTall: null },
  ];
  expect(weigh([{ text: 'upright of', words, beginsParagraph: true }])).toEqual({ trusted: 7, share: 7 / 9, tall: 1 });
});
