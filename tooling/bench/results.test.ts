import { pictureOf } from './picture.ts';
import { type PartResult, between, partsToMeasure, sectionsOf, summaryOf } from './results.ts';

const result = (commit: string | null): PartResult => ({
  date: '2026-01-31',
  machine: 'a machine',
  commit,
  seconds: 83.6,
  load: 0.25,
  figures: [{ what: 'login', value: 1, unit: 's', limit: 2, how: 'by hand' }],
});
const order = ['starts', 'pages', 'answers'];

test('all parts are measured, or those that are named, in their order', () => {
  expect(partsToMeasure([], order, {}, null)).toEqual(order);
  expect(partsToMeasure(['answers', 'starts'], order, {}, null)).toEqual(['starts', 'answers']);
  expect(() => partsToMeasure(['paegs'], order, {}, null)).toThrow(
    'There is no part paegs. The parts are starts, pages, answers',
  );
});

test('the rest is what has no figures of this commit', () => {
  const results = { starts: result('abc'), pages: result('old') };
  expect(partsToMeasure(['rest'], order, results, 'abc')).toEqual(['pages', 'answers']);
  expect(partsToMeasure(['rest', 'starts'], order, results, 'abc')).toEqual(order);
  expect(partsToMeasure(['rest'], order, { starts: result(null) }, null)).toEqual(order);
});

test('the page has each part with its date, commit and machine between the marks, and keeps the words around them', () => {
  const text = 'Before.\n\n<!-- measured: begin -->\nof before\n<!-- measured: end -->\n\nAfter.\n';
  const page = between(text, sectionsOf({ starts: result('abc'), pages: result(null) }), 'a page');
  expect(page).toContain(
    '### starts\n\nMeasured on 2026-01-31 at abc, in 84 s: a machine; load before it 0.3.\n\n| what',
  );
  expect(page).toContain('### pages\n\nMeasured on 2026-01-31, in 84 s: a machine; ');
  expect(page).toMatch(/^Before\.\n\n<!-- measured: begin -->\n### starts[^]*\n<!-- measured: end -->\n\nAfter\.\n$/);
  expect(page).not.toContain('of before');
  expect(() => between('nothing', '', 'a page')).toThrow('a page must hold');
});

test('of each part it is told how many limits it holds, and what takes most of its own', () => {
  const figures = [
    ...result(null).figures,
    { what: 'chat', value: 5, unit: 's', limit: 4, how: 'by hand' },
    { what: 'lost', value: 0, unit: '%', limit: 0, how: 'counted' },
    { what: 'rows', value: 9, unit: 'KB', how: 'counted' },
  ] as const;
  const parts = { starts: { ...result('abc'), figures }, none: { ...result('abc'), figures: figures.slice(3) } };
  expect(summaryOf(parts)).toBe(
    '| part | limits held | what takes most of its own |\n|---|---|---|\n| starts | 2 of 3 | chat: 5.00 s of at most 4 s |\n',
  );
  const picture = pictureOf(parts);
  const dots = [...picture.matchAll(/<circle class="(\w+)" cx="([\d.]+)"[^>]*><title>(.*?)<\/title>/g)].map(
    ([, kind, cx, title]) => ({ kind, cx: Number(cx), title }),
  );
  expect(dots.map(({ kind, title }) => [kind, title])).toEqual([
    ['held', 'login: 0.50 of its limit'],
    ['missed', 'chat: 1.25 of its limit'],
    ['held', 'lost: 0.00 of its limit'],
  ]);
  const [login, chat] = dots.map(({ cx }) => cx);
  const limit = Number(/class="limit" x1="(\d+)"/.exec(picture)?.[1]);
  expect(login).toBeLessThan(limit);
  expect(chat).toBeGreaterThan(limit);
});
