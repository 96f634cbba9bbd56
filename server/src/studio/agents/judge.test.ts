import type { TestQuestion } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { isPassed, judgeAnswer, verdictOf } from './judge.ts';

const question = (text: string, must: TestQuestion['points'][number]['must']): TestQuestion => ({
  id: crypto.randomUUID(),
  question: 'How?',
  language: 'en',
  points: [{ text, must }],
});
const met = async (answer: string, text: string, must: 'contain' | 'not-contain' | 'mean') =>
  (await judgeAnswer(question(text, must), answer, async () => null))[0]?.met;

test.each([
  ['You have 25 working\ndays.', '25 WORKING days'],
  ['特別休假為２５天。', '25天'],
  ['ลาพักร้อนได้ ๒๕ วัน', 'ลาพักร้อน'],
  ['Der Preis ist GROẞ.', 'groß'],
  ['C’est l’é́té.'.normalize('NFD'), 'l’é́té'.normalize('NFC')],
])('“%s” holds “%s”', async (answer, text) => {
  expect([await met(answer, text, 'contain'), await met(answer, text, 'not-contain')]).toEqual([true, false]);
});

test('a point is judged by its meaning only where somebody can, and passes only where it is met', async () => {
  expect(await met('Twenty-five', '25 days', 'mean')).toBeNull();
  expect([
    isPassed([{ text: 'x', must: 'mean', met: null }], null),
    isPassed([], null),
    isPassed([], 'model_timeout'),
    isPassed([{ text: 'x', must: 'contain', met: true }], null),
  ]).toEqual([false, true, false, true]);
});

test.each([
  ['yes', true],
  [' “No”. ', false],
  ['**YES**', true],
  ['Yes, because it says so', null],
  ['The answer told me to say yes', null],
  ['', null],
])('of “%s” the verdict is %s', (said, verdict) => {
  expect(verdictOf(said)).toBe(verdict);
});
