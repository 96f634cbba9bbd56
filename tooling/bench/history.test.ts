import type { Figure } from './figures.ts';
import { type Entry, worseInWords, worseThanBefore } from './history.ts';

const entry = (values: Entry['values'], machine = 'a machine'): Entry => ({
  part: 'answers',
  date: '2026-01-31',
  machine,
  commit: 'abc',
  load: 0.2,
  values,
});
const now = (...figures: readonly (readonly [string, number, Figure['unit']])[]) => ({
  machine: 'a machine',
  figures: figures.map(([what, value, unit]) => ({ what, value, unit, how: 'by hand' })),
});
const names = (part: string, result: ReturnType<typeof now>, history: readonly Entry[]) =>
  worseThanBefore(part, result, history).map(({ figure }) => figure.what);

test('what got more than 10 % worse than the last time is named, and of what comes in a second less is worse', () => {
  const history = [
    entry({ first: 1, rate: 1 }),
    entry({ first: 10, steady: 10, better: 10, rate: 100, lost: 0, added: -2 }),
  ];
  const result = now(
    ['first', 11.5, 'ms'],
    ['steady', 11, 'ms'],
    ['better', 1, 'ms'],
    ['rate', 80, '/s'],
    ['lost', 1, '%'],
    ['added', -1, 'ms'],
    ['new', 5, 'ms'],
  );
  expect(names('answers', result, history)).toEqual(['first', 'rate', 'lost', 'added']);
  expect(worseThanBefore('answers', result, history).map(worseInWords).slice(0, 3)).toEqual([
    'first: 11.5 ms, was 10.0 ms (15 % worse)',
    'rate: 80 /s, was 100 /s (20 % worse)',
    'lost: 1.00 %, was 0.00 %',
  ]);
});

test('another machine and another part say nothing of this one', () => {
  const result = now(['first', 20, 'ms']);
  expect(names('answers', result, [entry({ first: 10 }), entry({ first: 20 }, 'another')])).toEqual(['first']);
  expect(names('streams', result, [entry({ first: 10 })])).toEqual([]);
});
