import type { Question, Source, Turn } from './language-model.ts';
import { systemPrompt } from './prompt.ts';
import { estimateTokens, tokensOf } from './tokens.ts';
import { withinContext } from './within-context.ts';

const turn = (author: Turn['author'], content: string): Turn => ({ author, content });
const source = (number: number): Source => ({
  citation: {
    number,
    file_id: '00000000-0000-4000-8000-000000000001',
    file_name: 'a.md',
    position: number,
    page: null,
    heading: '',
    passage: 'word '.repeat(100),
  },
  score: 1,
  coverage: 1,
  words: 1,
});
const question = (changes: Partial<Question> = {}): Question => ({
  instructions: 'Be brief.',
  turns: [turn('member', 'old '.repeat(200)), turn('bot', 'older '.repeat(100)), turn('member', 'What now?')],
  sources: [source(1), source(2), source(3)],
  fileNames: [],
  language: 'en',
  signal: new AbortController().signal,
  ...changes,
});

test('a question that fits is left as it is', () => {
  const asked = question();
  expect(withinContext(asked, null)).toBe(asked);
  expect(withinContext(asked, 128_000)).toEqual(asked);
});

test('the oldest turns go first, then the sources that matter least; the prompt stays', () => {
  const lengths = [1_500, 1_100, 800, 500];
  const kept = lengths.map((length) => withinContext(question(), length));
  expect(kept.map(({ turns, sources }) => [turns.length, sources.length])).toEqual([
    [2, 3],
    [1, 3],
    [1, 2],
    [1, 1],
  ]);
  for (const [at, { turns }] of kept.entries()) {
    expect(turns.at(-1)?.content).toBe('What now?');
    const asked = kept[at] ?? question();
    expect(tokensOf(systemPrompt(asked), asked)).toBeLessThanOrEqual((lengths[at] ?? 0) * 0.75);
  }
});

test('a prompt that does not fit by itself is told so in words', () => {
  expect(() => withinContext(question({ turns: [turn('member', '字'.repeat(10_000))] }), 8_000)).toThrow(
    expect.objectContaining({ code: 'model_context_exceeded' }),
  );
});

test('what there is of an answer takes its room', () => {
  expect(() => withinContext(question({ begun: 'x'.repeat(30_000) }), 8_000)).toThrow(
    expect.objectContaining({ code: 'model_context_exceeded' }),
  );
});

test('pictures are counted', () => {
  const images = Array.from({ length: 9 }, () => ({ mediaType: 'image/png', bytes: new Uint8Array(1) }));
  expect(() => withinContext(question({ turns: [{ ...turn('member', 'What is it?'), images }] }), 8_000)).toThrow(
    /model takes 8000/,
  );
});

test.each([
  ['The quick brown fox jumps over the lazy dog.', 10],
  ['敏捷的棕色狐狸跳過了懶狗。', 13],
  ['สุนัขจิ้งจอกสีน้ำตาล', 18],
])('an estimate is not below what tokenizers make of “%s”', (text, usual) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(usual);
});
