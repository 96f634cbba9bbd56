import type { TestQuestion } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { csvOfQuestions, questionsOfCsv } from './question-file.ts';

const withoutIds = (questions: readonly TestQuestion[]) => questions.map(({ id: _, ...rest }) => rest);
const question = (more: Partial<TestQuestion>): TestQuestion => ({
  id: '0198f0aa-0000-7000-8000-000000000001',
  question: 'Who?',
  language: 'en',
  points: [],
  ...more,
});

test('what is written is read again, whatever stands in it', () => {
  const questions = [
    question({ question: 'She said "no", or;\ndid she?' }),
    question({
      question: '=1+1',
      language: 'zh-TW',
      points: [
        { text: '二', must: 'contain' },
        { text: '-3', must: 'contain' },
        { text: 'three', must: 'not-contain' },
        { text: 'about two', must: 'mean' },
      ],
    }),
  ];
  const read = questionsOfCsv(csvOfQuestions(questions));
  expect(withoutIds(read.questions)).toEqual(withoutIds(questions));
  expect(read.refused).toBe(0);
});

test('semicolons part cells where the first line has them, and empty lines are nothing', () => {
  const { questions } = questionsOfCsv('question;language\n\nWho, me?;en\n\n');
  expect(withoutIds(questions)).toEqual([{ question: 'Who, me?', language: 'en', points: [] }]);
});

test.each([
  ['without a question', 'question,language\n,en\nAnd?,en'],
  ['in a language that is none', 'question,language\nWho?,xx\nAnd?,en'],
])('a row %s is refused and counted', (_, table) => {
  const { questions, refused } = questionsOfCsv(table);
  expect([questions.length, refused]).toEqual([1, 1]);
});
