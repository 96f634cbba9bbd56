import type { ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import { call, data, delta, done, hearAnswer, replayedModel, word } from '../../testing/chat-stream.ts';
import {
  type ReplayedProvider,
  answerOf,
  startReplayedProvider,
  unendedAnswerOf,
} from '../../testing/replayed-provider.ts';
import type { Question, Turn } from './language-model.ts';
import type { AskedCall } from './tool-calling.ts';

// Reasoning, whoever writes it; that of each provider is in provider-matrix.test.ts.

let provider: ReplayedProvider;
beforeAll(async () => {
  provider = await startReplayedProvider();
});
afterAll(() => provider.close());

const weather = { name: 'weather', arguments: '{"city":"Bern"}' };
const tools: NonNullable<Question['tools']> = {
  functions: [{ name: 'weather', description: 'The weather.', parameters: { type: 'object' } }],
  mayCall: true,
  exchanges: [],
};
const ended = (...events: object[]) => data(...events, delta({}, 'stop'), done);

/** Each of these reasons “Let me see.” and answers “Good day.” */
const answers: [string, string][] = [
  [
    'a tag in pieces',
    ended(word('<th'), word('ink>Let me'), word(' see.</'), word('thi'), word('nk>Go'), word('od day.')),
  ],
  ['Qwen Thinking: only closed', ended(word('Let me'), word(' see.\n</think>'), word('\n\nGood day.'))],
  ['Magistral', ended(word('[THINK]Let me see.[/THINK]Good day.'))],
  [
    'not streamed',
    JSON.stringify({
      choices: [{ message: { content: 'Good day.', reasoning_content: 'Let me see.' }, finish_reason: 'stop' }],
    }),
  ],
  [
    'not streamed, in the text',
    JSON.stringify({
      choices: [{ message: { content: '<think>\nLet me see.\n</think>\n\nGood day.' }, finish_reason: 'stop' }],
    }),
  ],
];

test.each(answers)('%s', async (_, body) => {
  for (const byteByByte of [false, true]) {
    provider.answer({ bytes: answerOf(body), byteByByte });
    const { text, reasoning, failure, usage } = await hearAnswer(replayedModel(provider));
    expect({ text, reasoning: reasoning.trim(), failure }).toEqual({
      text: 'Good day.',
      reasoning: 'Let me see.',
      failure: null,
    });
    // Reasoning is charged as the answer is.
    expect(usage?.outputTokens).toBeGreaterThan(5);
  }
});

test.each(['<think>See [1].</think>Good day.', 'See [1].\n</think>\nGood day.'])('%j cites no source', async (said) => {
  provider.answer({ bytes: answerOf(ended(word(said))) });
  const cited: unknown[] = [];
  for await (const part of replayedModel(provider).answer({
    instructions: '',
    turns: [{ author: 'member', content: 'leave?' }],
    sources: [
      {
        citation: { number: 1, file_id: 'a', file_name: 'a.txt', position: 1, page: null, heading: '', passage: 'x' },
        score: 1,
        coverage: 1,
        words: 1,
      },
    ],
    fileNames: [],
    language: 'en',
    signal: new AbortController().signal,
  }))
    if (part.type === 'citations') cited.push(part);
  expect(cited).toEqual([]);
});

test('the end of reasoning that is told twice takes nothing from the answer', async () => {
  provider.answer({
    bytes: answerOf(ended(delta({ reasoning_content: 'Let me see.' }), word('Good\n</think>'), word('day.'))),
  });
  expect(await hearAnswer(replayedModel(provider))).toMatchObject({ text: 'Good\nday.', reasoning: 'Let me see.' });
});

test('a model that reasons until its tokens are used up is not asked again', async () => {
  provider.answer({ bytes: answerOf(data(delta({ reasoning_content: 'Let me' }), delta({}, 'length'), done)) });
  expect(await hearAnswer(replayedModel(provider))).toMatchObject({
    text: '',
    failure: { code: 'model_answer_unusable', retry: null },
  });
});

test('text that may have been reasoning is kept where the answer breaks off', async () => {
  provider.answer({ bytes: unendedAnswerOf(data(word('The tag <think> opens it'))), then: 'end' });
  expect(await hearAnswer(replayedModel(provider))).toMatchObject({
    text: 'The tag <think> opens it',
    failure: { code: 'model_unavailable' },
  });
});

type Message = Record<string, unknown> & { tool_calls?: Record<string, unknown>[] };

/** Asks with the results of calls, in this answer or in an earlier turn, and returns the messages that were sent. */
async function goOnWith(calls: readonly AskedCall[], isEarlier = false): Promise<Message[]> {
  const exchanges = [{ said: '', calls: calls.map((it) => ({ ...it, result: 'sunny' })) }];
  const turns: Turn[] = isEarlier
    ? [
        { author: 'member', content: 'weather?' },
        { author: 'bot', content: 'Sunny.', exchanges },
        { author: 'member', content: 'and now?' },
      ]
    : [{ author: 'member', content: 'weather?' }];
  await hearAnswer(asked, { turns, tools: { ...tools, exchanges: isEarlier ? [] : exchanges } });
  return provider.bodies.at(-1)?.['messages'] as Message[]; // the request of a chat
}
let asked = replayedModel({ baseUrl: 'http://127.0.0.1:1/v1' } as ReplayedProvider);
beforeEach(() => {
  asked = replayedModel(provider);
});

const good = { bytes: answerOf(ended(word('Good day.'))) };
const withCall = (...before: object[]) =>
  data(...before, call({ index: 0, id: 'a', function: weather }), delta({}, 'tool_calls'), done);

test('reasoning that the model writes into its text goes back with the calls of the same answer', async () => {
  provider.answer({ bytes: answerOf(withCall(word('<think>Let me see.</think>'), word('I look it up.'))) }, good);
  const { asked: calls, text, reasoning } = await hearAnswer(asked, { tools });
  expect({ text, reasoning }).toEqual({ text: 'I look it up.', reasoning: 'Let me see.' });
  const [, , request] = await goOnWith(calls);
  expect(request).toMatchObject({ role: 'assistant', content: '<think>Let me see.</think>I look it up.' });
});

test('who has sent reasoning with calls finds the field in all of its messages of that turn', async () => {
  provider.answer({ bytes: answerOf(withCall(delta({ reasoning_content: 'Let me see.' }))) }, good);
  const { asked: calls } = await hearAnswer(asked, { tools });
  const sent = await goOnWith(calls, true);
  expect(sent.filter(({ role }) => role === 'assistant').map((it) => it['reasoning_content'])).toEqual([
    'Let me see.',
    '',
  ]);
});

test('another model, or the same one elsewhere, is given nothing of it', async () => {
  provider.answer({ bytes: answerOf(withCall(delta({ reasoning_content: 'Let me see.' }))) }, good);
  const { asked: calls } = await hearAnswer(asked, { tools });
  const elsewhere = calls.map((it) =>
    it.extras === undefined ? it : { ...it, extras: { ...it.extras, from: 'other m' } },
  );
  const sent = await goOnWith(elsewhere);
  expect(sent.filter((it) => 'reasoning_content' in it)).toEqual([]);
  expect(elsewhere[0]?.extras).toBeDefined();
});

test('what is too long to keep is left out', async () => {
  const long = 'x'.repeat(200_000);
  provider.answer(
    { bytes: answerOf(withCall(delta({ reasoning_content: long }), delta({ reasoning_content: long }))) },
    good,
  );
  const { asked: calls, reasoning } = await hearAnswer(asked, { tools });
  expect(reasoning).toHaveLength(400_000);
  expect(calls).toEqual([{ id: 'a', ...weather }]);
});

const refusal = (message: string, status = 400) => ({
  bytes: `HTTP/1.1 ${status} Bad Request\r\ncontent-type: application/json\r\n\r\n${JSON.stringify({ error: { message } })}`,
  then: 'end' as const,
});
const plainCalls: AskedCall[] = [{ id: 'a', ...weather }];

test.each<[string, string, readonly AskedCall[], (request: Message | undefined) => unknown, unknown]>([
  [
    'reasoning that it misses',
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    plainCalls,
    (request) => request?.['reasoning_content'],
    '',
  ],
  [
    'reasoning that it misses, as Kimi says it',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
    plainCalls,
    (request) => request?.['reasoning_content'],
    '',
  ],
  [
    'a signature that it misses',
    'Function call is missing a thought_signature in functionCall parts.',
    plainCalls,
    (request) => request?.tool_calls?.[0]?.['extra_content'],
    { google: { thought_signature: 'skip_thought_signature_validator' } },
  ],
  [
    'fields that it does not take back',
    "'messages.2' : property 'reasoning' is unsupported",
    [{ id: 'a', ...weather, extras: { from: '', message: { reasoning: 'Let me see.' } } }],
    (request) => request?.['reasoning'],
    undefined,
  ],
])('a refusal that names %s is answered at once, and remembered', async (_, words, calls, read, expected) => {
  const own = calls.map((it) =>
    it.extras === undefined ? it : { ...it, extras: { ...it.extras, from: `${new URL(provider.baseUrl).host} m` } },
  );
  const requestIn = (sent: Message[] | undefined) => sent?.find((it) => it.tool_calls !== undefined);
  provider.answer(refusal(words), good);
  const second = requestIn(await goOnWith(own));
  expect(provider.bodies).toHaveLength(2);
  expect(read(requestIn(provider.bodies[0]?.['messages'] as Message[]))).not.toEqual(expected); // the request of a chat
  expect(read(second)).toEqual(expected);
  provider.answer(good);
  expect(read(requestIn(await goOnWith(own)))).toEqual(expected);
  expect(provider.bodies).toHaveLength(1);
});

test.each([
  ["Unsupported value: 'messages[0].role' does not support 'system' with this model.", 'developer'],
  ['System role not supported', 'user'],
  ['Conversation roles must alternate user/assistant/user/assistant/...', 'user'],
])('instructions are told in another way where a model says “%s”', async (words, role) => {
  provider.answer(refusal(words), good);
  for (const told of [1, 2]) {
    const { failure } = await hearAnswer(asked, { instructions: 'Be brief.' });
    expect({ told, failure }).toEqual({ told, failure: null });
    const [first, ...others] = provider.bodies.at(-1)?.['messages'] as Message[]; // the request of a chat
    expect(first).toMatchObject({ role, content: expect.stringContaining('Be brief.') as string });
    expect(others.map((it) => it['content'])).toEqual(role === 'user' ? [] : ['leave?']);
    if (role === 'user') expect(first?.['content']).toMatch(/leave\?$/);
  }
  expect(provider.bodies).toHaveLength(3);
});

test('a refusal that stays is one, however often it names what is missing', async () => {
  provider.answer(refusal('reasoning_content is missing'));
  await goOnWith(plainCalls);
  expect(provider.bodies).toHaveLength(2);
  expect((await hearAnswer(asked, { tools })).failure).toMatchObject({ code: 'model_request_refused' });
});

describe('how much a model is to reason', () => {
  const sampling = (effort: ReasoningEffort | null) => ({
    temperature: null,
    max_output_tokens: null,
    reasoning_effort: effort,
  });
  const asking = () => replayedModel(provider, { reasoningEfforts: ['low', 'high'] });

  test('is told to one that takes it, and only what it offers', async () => {
    provider.answer(good);
    for (const effort of ['high', 'max', null] as const) await hearAnswer(asking(), { sampling: sampling(effort) });
    await hearAnswer(replayedModel(provider), { sampling: sampling('high') });
    expect(provider.bodies.map((body) => body['reasoning_effort'])).toEqual(['high', undefined, undefined, undefined]);
  });

  test('is left out where it refuses that', async () => {
    provider.answer(refusal("Unsupported parameter: 'reasoning_effort' is not supported with this model."), good);
    expect(await hearAnswer(asking(), { sampling: sampling('high') })).toMatchObject({
      text: 'Good day.',
      failure: null,
    });
    expect(provider.bodies.map((body) => body['reasoning_effort'])).toEqual(['high', undefined]);
  });
});
