import { languages } from '@parlance/shared/contract/values/language';
import { questionOf } from '../../testing/question.ts';
import { createEmbeddedModel } from './embedded.ts';
import type { Question, Source } from './language-model.ts';
import { embeddedTexts } from './texts.ts';

const source = (passage: string, changes: Partial<Source> = {}): Source => ({
  citation: {
    number: 9,
    file_id: '00000000-0000-4000-8000-000000000001',
    file_name: 'Hand*book*.md',
    position: 1,
    page: null,
    heading: 'Leave',
    passage,
  },
  score: 1,
  coverage: 1,
  words: 2,
  ...changes,
});

async function hear(asked: Question, pauseMs = 0) {
  const texts: string[] = [];
  const numbers: number[] = [];
  for await (const part of createEmbeddedModel({ pauseMs }).answer(asked)) {
    if (part.type === 'text') texts.push(part.text);
    if (part.type === 'citations') numbers.push(...part.citations.map(({ number }) => number));
  }
  return { text: texts.join(''), pieces: texts.length, numbers };
}

test('quotes word for word, line by line, and names each source by its number', async () => {
  const { text, numbers } = await hear(questionOf({ sources: [source('- one\n- two'), source('three')] }));
  expect(numbers).toEqual([1, 2]);
  expect(text).toBe(
    `${embeddedTexts('en').quoting}\n\n> - one\n> - two\n\n— **Hand\\*book\\*.md**, Leave [1]\n\n> three\n\n— **Hand\\*book\\*.md**, Leave [2]`,
  );
});

test('quotes three passages at most, none much worse than the best, none that hardly bears on the question', async () => {
  const sources = [
    source('a'),
    source('b'),
    source('c', { score: 0.5 }),
    source('d', { coverage: 0.4, words: 1 }),
    source('e'),
    source('f'),
  ];
  const { text, numbers } = await hear(questionOf({ sources }));
  expect(numbers).toEqual([1, 2, 3]);
  expect(text.match(/^> \w$/gm)).toEqual(['> a', '> b', '> e']);
});

test('comes in small pieces that never part a character', async () => {
  const passage = '👩‍👩‍👧🙂中文ไทย '.repeat(60);
  const { pieces, text } = await hear(questionOf({ sources: [source(passage.trim())] }));
  expect(pieces).toBeGreaterThan(20);
  expect(pieces).toBeLessThanOrEqual(81);
  expect(text).toContain(passage.trim());
});

test('goes on where its answer was broken off, word for word; with other files it begins anew below', async () => {
  const sources = [source('one 一 ไทย two'), source('three')];
  const whole = (await hear(questionOf({ sources }))).text;
  for (let cut = 0; cut <= whole.length; cut += 7) {
    expect((await hear(questionOf({ sources, begun: whole.slice(0, cut) }))).text).toBe(whole.slice(cut));
  }
  const [changed] = [await hear(questionOf({ sources: [source('other')], begun: whole.slice(0, 200) }))];
  expect(changed.text.startsWith(`\n\n${embeddedTexts('en').quoting}`)).toBe(true);
});

test('stops when it is told to', async () => {
  const stop = new AbortController();
  stop.abort('stopped');
  await expect(hear(questionOf({ sources: [source('a')], signal: stop.signal }))).rejects.toBe('stopped');
});

test.each(languages)('has all its texts in %s, and says what it is: one that quotes', (language) => {
  const texts = Object.values(embeddedTexts(language));
  expect(texts).toHaveLength(Object.keys(embeddedTexts('en')).length);
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect(text.length).toBeGreaterThan(5);
  if (language !== 'en') for (const text of Object.values(embeddedTexts('en'))) expect(texts).not.toContain(text);
});
