import type { FilePart } from '../../library/files/parts.ts';
import { type AllowedModel, allowedModel } from '../../platform/language-models/allowed-model.ts';
import { BudgetSpent } from '../../platform/language-models/budget.ts';
import {
  type AnswerPart,
  type LanguageModel,
  ModelFailure,
  type PartNotes,
  type Question,
  type Source,
} from '../../platform/language-models/language-model.ts';
import { questionOf } from '../../testing/question.ts';
import { numberNotes, readParts, readingAfter } from './part-notes.ts';

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const citation = (number: number, position = number) => ({
  number,
  file_id: id(1),
  file_name: 'book.md',
  position,
  page: null,
  heading: '',
  passage: `Passage ${position}`,
});
const source = (number: number): Source => ({ citation: citation(number), score: 0, coverage: 1, words: 0 });
const parts: FilePart[] = Array.from({ length: 7 }, (_, at) => ({
  fileId: id(at < 4 ? 1 : 2),
  from: at * 10,
  to: at * 10 + 9,
  bytes: 1_000,
}));

/** Creates a model that answers each question after a while, and counts concurrent ones. */
function modelOf(say: (question: Question, asked: number) => string | Error) {
  const seen = { atOnce: 0, most: 0, asked: 0 };
  const model: LanguageModel = {
    ...({ kind: 'language-model', name: 'a', sees_images: false, context_length: null } as const),
    async *answer(question): AsyncGenerator<AnswerPart> {
      seen.asked += 1;
      seen.most = Math.max(seen.most, (seen.atOnce += 1));
      const said = say(question, seen.asked);
      await new Promise(setImmediate);
      seen.atOnce -= 1;
      question.signal.throwIfAborted();
      if (said instanceof Error) throw said;
      yield* [
        { type: 'text', text: 'Let me see.' },
        { type: 'unsaid' },
        { type: 'reasoning', text: 'Let me see.' },
      ] satisfies AnswerPart[];
      yield { type: 'text', text: said };
      yield { type: 'usage', inputTokens: 10, outputTokens: 2, isEstimated: false };
    },
  };
  const allowed = allowedModel(
    { id: 'a', provider: 'p', modelName: 'a', model, price: null, languages: [], fallback: null },
    () => false,
  );
  if (allowed === null) throw new Error('A model was denied to everybody.');
  return { wanted: allowed satisfies AllowedModel, seen };
}

const reader = () => {
  const told = { usage: 0, counts: [] as number[] };
  return {
    told,
    reader: {
      sourcesOf: async (part: FilePart) => [source(part.from + 1), source(part.from + 2)],
      took: () => void (told.usage += 1),
      read: async (done: readonly FilePart[]) => void told.counts.push(done.length),
    },
  };
};

test('parts are read a few at a time, and the notes stand in the order of the parts', async () => {
  const { wanted, seen } = modelOf((question) => `Main point [${question.sources[0]?.citation.number}]`);
  const { told, reader: by } = reader();
  const notes = await readParts(wanted, questionOf(), { parts, notesTokens: 7_000 }, by);
  expect(notes.map(({ notes: { part, parts: of, text, citations } }) => [part, of, text, citations.length])).toEqual(
    [1, 2, 3, 4]
      .map((at) => [at, 4, `Main point [${at * 10 - 9}]`, 1])
      .concat([5, 6, 7].map((at) => [at - 4, 3, `Main point [${at * 10 - 9}]`, 1])),
  );
  expect(seen.most).toBe(3);
  expect(told).toEqual({ usage: 7, counts: [1, 2, 3, 4, 5, 6, 7] });
});

test('where tokens are limited one is read after the other: each is reserved before it is asked', async () => {
  const { wanted, seen } = modelOf(() => '–');
  const budget = {
    begin: async () => ({ outputTokens: 100, isLast: false }),
    more: async () => 100,
    settle: () => undefined,
  };
  await readParts(wanted, questionOf({ budget }), { parts, notesTokens: 7_000 }, reader().reader);
  expect(seen).toMatchObject({ most: 1, asked: 7 });
});

test.each([
  ['a budget that is spent', new BudgetSpent('spent')],
  ['a model that takes no such request', new ModelFailure('model_misconfigured', 'no')],
])('%s ends it, and no further part is asked for', async (_, failure) => {
  const { wanted, seen } = modelOf((_question, asked) => (asked === 2 ? failure : '–'));
  await expect(readParts(wanted, questionOf(), { parts, notesTokens: 7_000 }, reader().reader)).rejects.toBe(failure);
  expect(seen.asked).toBeLessThan(parts.length);
});

test('who stops it ends it with their reason', async () => {
  const stop = new AbortController();
  const { wanted } = modelOf((_question, asked) => {
    if (asked === 4) stop.abort('stopped');
    return '–';
  });
  await expect(
    readParts(wanted, questionOf({ signal: stop.signal }), { parts, notesTokens: 7_000 }, reader().reader),
  ).rejects.toBe('stopped');
});

test('notes that are too long are cut between two characters', async () => {
  const { wanted } = modelOf(() => '條'.repeat(500));
  const [first] = await readParts(wanted, questionOf(), { parts: parts.slice(0, 1), notesTokens: 33 }, reader().reader);
  expect(first?.notes.text).toBe('條'.repeat(33));
});

test('the numbers of notes go on from those of the sources, and what no answer can refer to has none', () => {
  const note = (text: string, ...numbers: number[]): PartNotes => ({
    fileName: 'book.md',
    part: 1,
    parts: 2,
    text,
    citations: numbers.map((number) => citation(number)),
  });
  expect(numberNotes([note('A [2]. B [1, 2] C [7]', 1, 2), note('D [1]', 1)], 8)).toEqual([
    {
      fileName: 'book.md',
      part: 1,
      parts: 2,
      text: 'A [10]. B [9, 10] C ',
      citations: [citation(9, 1), citation(10, 2)],
    },
    { fileName: 'book.md', part: 1, parts: 2, text: 'D [11]', citations: [citation(11, 1)] },
  ]);
  expect(numberNotes([note('A [1] B [2]', 1, 2)], 998)).toEqual([
    { fileName: 'book.md', part: 1, parts: 2, text: 'A [999] B ', citations: [citation(999, 1)] },
  ]);
});

test('what is read is counted by the text of the parts that are', () => {
  const reading = {
    first_message_id: null,
    files: [
      { file_id: id(1), name: 'book.md', share: 0.8, parts: 4 },
      { file_id: id(2), name: 'annex.md', share: 1, parts: 3 },
      { file_id: id(3), name: 'other.md', share: 0.2 },
    ],
  };
  expect(readingAfter(reading, { parts, notesTokens: 1 }, parts.slice(0, 2)).files).toEqual([
    { file_id: id(1), name: 'book.md', share: 0.4, parts: 2 },
    { file_id: id(2), name: 'annex.md', share: 0 },
    { file_id: id(3), name: 'other.md', share: 0.2 },
  ]);
  expect(readingAfter(reading, { parts, notesTokens: 1 }, parts)).toEqual(reading);
});
