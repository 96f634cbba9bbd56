import {
  type RuleAction,
  type RuleDraft,
  maskText,
  ruleDefinition,
} from '@parlance/shared/contract/api/governance/rule';
import { allowedModel } from '../../platform/language-models/allowed-model.ts';
import type { AnswerPart } from '../../platform/language-models/language-model.ts';
import { questionOf } from '../../testing/question.ts';
import { AnswerGuard } from './answer-guard.ts';
import { RuleSet } from './engine/rule-set.ts';

const card = '4111 1111 1111 1111';

/** A model that says these parts. */
function modelThat(parts: readonly AnswerPart[]) {
  const model = allowedModel(
    {
      id: 'm',
      provider: 'p',
      modelName: 'm',
      model: {
        kind: 'language-model',
        name: 'm',
        sees_images: false,
        context_length: null,
        async *answer() {
          await Promise.resolve();
          yield* parts;
        },
      },
      price: null,
      languages: [],
      fallback: null,
    },
    () => false,
  );
  if (model === null) throw new Error('A model was denied to everybody.');
  return model;
}

const cards: RuleDraft['conditions'] = [{ kind: 'personal', detectors: ['card'] }];

async function guard(
  parts: readonly AnswerPart[],
  { action = 'mask', conditions = cards }: { action?: RuleAction; conditions?: RuleDraft['conditions'] } = {},
) {
  const definition = ruleDefinition.parse({
    name: 'Cards',
    message: 'Not here.',
    target: 'answer',
    action,
    conditions,
  });
  const rules = new RuleSet([{ id: 'r', version: 1, definition }]);
  const checker = rules.checker({ kind: 'answer', botId: 'b', teamIds: new Set() });
  if (checker === null) throw new Error('The rule is not for answers.');
  const guarding = new AnswerGuard(checker, '');
  const heard = { text: '', reasoning: '', extras: [] as unknown[] };
  for await (const part of guarding.answer(modelThat(parts), questionOf())) {
    if (part.type === 'text') heard.text += part.text;
    if (part.type === 'reasoning') heard.reasoning += part.text;
    if (part.type === 'unsaid') heard.text = '';
    if (part.type === 'call') heard.extras.push(part.call.extras);
  }
  return { ...heard, guarding };
}

const text = (it: string): AnswerPart => ({ type: 'text', text: it });
const reasoning = (it: string): AnswerPart => ({ type: 'reasoning', text: it });

test('reasoning is masked as an answer is, however it comes in pieces', async () => {
  const { guarding, ...heard } = await guard([
    reasoning('The card 4111 '),
    reasoning('1111 1111 11'),
    reasoning('11 is his.'),
    text('I know it.'),
  ]);
  expect(heard).toMatchObject({ reasoning: `The card ${maskText} is his.`, text: 'I know it.' });
  expect(guarding.appliedRules).toEqual([{ name: 'Cards', action: 'mask' }]);
  expect(guarding.found).toMatchObject([{ count: 1, context: expect.stringContaining(maskText) as string }]);
});

test('a rule that stops answers withholds the rest of the reasoning, and the answer goes on', async () => {
  const { guarding, ...heard } = await guard([reasoning(`First. ${card} it is. And so on.`), text('I know it.')], {
    action: 'block',
  });
  expect(heard).toMatchObject({ reasoning: 'First. ', text: 'I know it.' });
  expect(guarding.isStopped).toBe(false);
  expect(guarding.appliedRules).toEqual([]);
  expect(guarding.found).toHaveLength(1);
});

test('what is found in both counts once, as one', async () => {
  const { guarding } = await guard([reasoning(`${card}.`), text(`${card}.`)]);
  expect(guarding.found.map(({ count }) => count)).toEqual([2]);
});

test('how long reasoning is and in which language is no matter of rules', async () => {
  const conditions: RuleDraft['conditions'] = [
    { kind: 'length', more_than: 100 },
    { kind: 'language', allowed: ['de'] },
  ];
  const long = 'This is the reasoning of a model, and it is written in English. '.repeat(10);
  const { guarding, reasoning: shown } = await guard([reasoning(long), text('Gut.')], { action: 'block', conditions });
  expect(shown).toBe(long);
  expect(guarding.found).toEqual([]);
});

test('text that turns out to be reasoning is checked anew as that, and what follows from the beginning', async () => {
  const { guarding, ...heard } = await guard([
    text(`Let me see, ${card}`),
    { type: 'unsaid' },
    reasoning(`Let me see, ${card}`),
    text(`It is ${card}.`),
  ]);
  expect(heard).toMatchObject({ reasoning: `Let me see, ${maskText}`, text: `It is ${maskText}.` });
  expect(guarding.found).toHaveLength(1);
});

const extras = { from: 'm', message: { reasoning_content: `It is ${card}.` }, call: { extra_content: { a: 1 } } };
const call: AnswerPart = { type: 'call', call: { id: 'a', name: 'f', arguments: '{}', extras } };

test('reasoning in which something was found is not kept for its model, and any other is', async () => {
  expect((await guard([reasoning(`It is ${card}.`), call])).extras).toEqual([{ from: 'm', call: extras.call }]);
  expect((await guard([reasoning('It is.'), call])).extras).toEqual([extras]);
});
