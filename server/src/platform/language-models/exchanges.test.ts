import { call, data, delta, done, hearAnswer, longDeadlines, replayedModel, word } from '../../testing/chat-stream.ts';
import {
  type Replay,
  type ReplayedProvider,
  answerOf,
  startReplayedProvider,
  unendedAnswerOf,
} from '../../testing/replayed-provider.ts';
import { ModelFailure, type Question } from './language-model.ts';
import type { OpenAiCompatibleSettings } from './openai-compatible.ts';

// What answers may look like, whoever writes them; those of each provider are in provider-matrix.test.ts.

let provider: ReplayedProvider;
beforeAll(async () => {
  provider = await startReplayedProvider();
});
afterAll(() => provider.close());

const tools: Question['tools'] = {
  functions: [
    { name: 'weather', description: 'The weather.', parameters: { type: 'object' } },
    { name: 'time', description: 'The time.', parameters: { type: 'object' } },
  ],
  mayCall: true,
  exchanges: [],
};

const modelOf = (changes: Partial<OpenAiCompatibleSettings> = {}) => replayedModel(provider, changes);
const hear = (question: Partial<Question> = {}, model = modelOf()) => hearAnswer(model, question);

const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

/** Each of these says “Good day.”; the usage is what the provider counted, null where it is estimated. */
const answers: [string, string, { input: number; output: number } | null][] = [
  [
    'a usage chunk in the middle',
    data(word('Good'), { usage }, word(' day.'), delta({}, 'stop'), done),
    { input: 7, output: 3 },
  ],
  [
    'choices that are null',
    data(word('Good'), { choices: null, usage }, word(' day.'), delta({}, 'stop'), done),
    { input: 7, output: 3 },
  ],
  [
    'a provider that counts nothing',
    data(word('Good day.', { usage: { prompt_tokens: 0, completion_tokens: 0 } }), delta({}, 'stop'), done),
    null,
  ],
  [
    'no reason, but the end is said',
    data(word('Good'), word(' day.'), { choices: [], usage }, done),
    { input: 7, output: 3 },
  ],
  ['a reason that is empty', data(delta({ content: 'Good' }, ''), delta({ content: ' day.' }, ''), done), null],
  ['no reason, and no word of the end', data(word('Good'), word(' day.')), null],
  ['a last line without an end', data(word('Good')) + `data: ${JSON.stringify(word(' day.'))}`, null],
  ['a last line that says the end, without an end', `${data(word('Good'), word(' day.'))}data: [DONE]`, null],
  [
    'no blank behind the colon, and no empty lines',
    [word('Good'), word(' day.'), delta({}, 'stop')].map((event) => `data:${JSON.stringify(event)}\n`).join('') +
      'data:[DONE]\n',
    null,
  ],
  [
    'lines that end as in Windows',
    data(word('Good'), word(' day.'), delta({}, 'stop'), done).replaceAll('\n', '\r\n'),
    null,
  ],
  [
    'lines that end as on an old Macintosh',
    data(word('Good'), word(' day.'), delta({}, 'stop'), done).replaceAll('\n', '\r'),
    null,
  ],
  ['a mark of the byte order', `\uFEFF${data(word('Good'), word(' day.'), delta({}, 'stop'), done)}`, null],
  [
    'names and numbers of events',
    [word('Good'), word(' day.')].map((event, at) => `id: ${at}\nevent: message\nretry: 100\n${data(event)}`).join('') +
      data(done),
    null,
  ],
  [
    'an event over several lines',
    `${JSON.stringify(word('Good'), null, 1)
      .split('\n')
      .map((line) => `data: ${line}\n`)
      .join('')}\n${data(word(' day.'), done)}`,
    null,
  ],
  [
    'what stands behind the end',
    data(word('Good'), word(' day.'), delta({}, 'stop'), done, word(' Not this.'), 'no JSON'),
    null,
  ],
  [
    'the whole answer at once, not streamed',
    JSON.stringify(
      {
        id: 'x',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Good day.' }, finish_reason: 'stop' }],
        usage,
      },
      null,
      2,
    ),
    { input: 7, output: 3 },
  ],
  [
    'the whole answer behind empty lines',
    `\n\n\n${JSON.stringify({ choices: [{ message: { content: 'Good day.' }, finish_reason: 'stop' }], usage })}`,
    { input: 7, output: 3 },
  ],
  [
    'the whole answer as an event',
    data({ choices: [{ message: { content: 'Good day.' }, finish_reason: 'stop' }], usage }, done),
    { input: 7, output: 3 },
  ],
  [
    'text in the choices',
    data({ choices: [{ text: 'Good' }] }, { choices: [{ text: ' day.', finish_reason: 'length' }] }, done),
    null,
  ],
];

test.each(answers)('%s', async (_, body, counted) => {
  for (const replay of [
    { bytes: answerOf(body) },
    { bytes: answerOf(body), byteByByte: true },
    { bytes: answerOf(body, { type: 'application/json' }) },
  ] satisfies Replay[]) {
    provider.answer(replay);
    const { text, usage: took, failure } = await hear();
    expect({ text, failure }).toEqual({ text: 'Good day.', failure: null });
    if (counted === null) expect(took).toMatchObject({ isEstimated: true });
    else
      expect(took).toEqual({
        type: 'usage',
        inputTokens: counted.input,
        outputTokens: counted.output,
        isEstimated: false,
      });
  }
});

test('an answer whose end is said is whole, also where the connection stays open behind it', async () => {
  for (const reason of ['stop', null]) {
    provider.answer({ bytes: unendedAnswerOf(data(word('Good'), delta({ content: ' day.' }, reason), done)) });
    expect(await hear()).toMatchObject({ text: 'Good day.', failure: null });
  }
});

test('an answer whose reason to end is told is whole, also where nothing follows and the connection stays open', async () => {
  const model = modelOf({ deadlines: { ...longDeadlines, tailMs: 20 } });
  provider.answer({ bytes: unendedAnswerOf(data(word('Good'), delta({ content: ' day.' }, 'stop'))) });
  expect(await hear({}, model)).toMatchObject({ text: 'Good day.', failure: null });
  provider.answer({ bytes: unendedAnswerOf(data(call({ index: 0, id: 'a', function: weather }, 'tool_calls'))) });
  expect(await hear({ tools }, model)).toMatchObject({ calls: [weather], failure: null });
  provider.answer({ bytes: unendedAnswerOf(data(word('Good'), delta({}, 'content_filter'))) });
  expect(await hear({}, model)).toMatchObject({ text: 'Good', failure: { code: 'model_refused' } });
});

test('the connection of an answer serves the next one', async () => {
  const whole = { bytes: answerOf(data(word('Good day.'), delta({}, 'stop'), done)) };
  provider.answer(whole);
  expect((await hear()).failure).toBeNull();
  const before = provider.connections();
  for (let asked = 0; asked < 10; asked++) {
    // Bytes after the answer are read meanwhile.
    await turnOfLoop();
    expect((await hear()).failure).toBeNull();
  }
  expect(provider.connections() - before).toBe(0);
});

const turnOfLoop = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

const said = (error: unknown) =>
  error instanceof ModelFailure ? { code: error.code, words: error.said?.words, status: error.said?.status } : error;

test.each([
  ['a text', data(word('Good'), { error: 'out of memory' }), 'model_unavailable', 'out of memory'],
  ['an event of errors', `${data(word('Good'))}event: error\ndata: it broke\n\n`, 'model_unavailable', 'it broke'],
  [
    'an event of errors at the end',
    `${data(word('Good'))}event: error\ndata: it broke`,
    'model_unavailable',
    'it broke',
  ],
  ['a field of errors', `${data(word('Good'))}error: {"message":"it broke"}\n\n`, 'model_unavailable', 'it broke'],
  [
    'a line between the events',
    `${data(word('Good'))}{"error":{"message":"it broke","code":"503"}}\n`,
    'model_unavailable',
    'it broke (503)',
  ],
  ['no JSON', data(word('Good'), '{"choices": [{"delta": '), 'model_answer_unusable', '{"choices": [{"delta":'],
])(
  'a failure within the answer as %s writes it is told in its words, and keeps what was said',
  async (_, body, code, words) => {
    provider.answer({ bytes: answerOf(body) });
    const { text, failure } = await hear();
    expect(text).toBe('Good');
    expect(said(failure)).toMatchObject({ code, words });
  },
);

const bern = '{"city":"Bern"}';
const weather = { name: 'weather', arguments: bern };
const time = { name: 'time', arguments: '{"zone":"UTC"}' };
const pieces = ['{"ci', 'ty":"', 'Bern"}'];

test.each([
  [
    'two whose pieces alternate',
    data(
      call({ index: 0, id: 'a', function: { name: 'weather', arguments: '{"ci' } }),
      call({ index: 1, id: 'b', function: { name: 'time', arguments: '{"zone' } }),
      call({ index: 0, function: { arguments: 'ty":"Bern"}' } }),
      call({ index: 1, function: { arguments: '":"UTC"}' } }),
      done,
    ),
    [weather, time],
  ],
  [
    'neither index nor id',
    data(call({ function: weather }), call({ function: time }), delta({}, 'tool_calls'), done),
    [weather, time],
  ],
  [
    'neither index nor id, one function twice',
    data(call({ function: weather }), call({ function: { name: 'weather', arguments: '{"city":"Basel"}' } }), done),
    [weather, { name: 'weather', arguments: '{"city":"Basel"}' }],
  ],
  [
    'neither index nor id, in pieces',
    data(
      call({ function: { name: 'weather', arguments: '' } }),
      ...pieces.map((piece) => call({ function: { arguments: piece } })),
      call({ function: { name: 'time', arguments: '' } }),
      call({ function: { arguments: time.arguments } }),
      done,
    ),
    [weather, time],
  ],
  [
    'one id, an index that grows',
    data(
      ...pieces.map((piece, index) =>
        call({ index, id: 'a', function: { name: index === 0 ? 'weather' : null, arguments: piece } }),
      ),
      done,
    ),
    [weather],
  ],
  [
    'no further id, an index that grows',
    data(
      ...pieces.map((piece, index) =>
        call({
          index,
          ...(index === 0 ? { id: 'a' } : {}),
          function: { ...(index === 0 ? { name: 'weather' } : {}), arguments: piece },
        }),
      ),
      done,
    ),
    [weather],
  ],
  [
    'the head again with each piece',
    data(...pieces.map((piece) => call({ index: 0, id: 'a', function: { name: 'weather', arguments: piece } })), done),
    [weather],
  ],
  [
    'an id of its own for each piece',
    data(
      ...pieces.map((piece, at) =>
        call({ index: 0, id: `a${at}`, function: { ...(at === 0 ? { name: 'weather' } : {}), arguments: piece } }),
      ),
      done,
    ),
    [weather],
  ],
  [
    'the same id for two',
    data(call({ index: 0, id: 'a', function: weather }), call({ index: 1, id: 'a', function: time }), done),
    [weather, time],
  ],
  [
    'the same id for one function twice',
    data(
      call({ index: 0, id: 'a', function: weather }),
      call({ index: 1, id: 'a', function: { name: 'weather', arguments: '{"city":"Basel"}' } }),
      done,
    ),
    [weather, { name: 'weather', arguments: '{"city":"Basel"}' }],
  ],
  [
    'arguments as an object',
    data(call({ index: 0, id: 'a', function: { name: 'weather', arguments: { city: 'Bern' } } }), done),
    [weather],
  ],
  [
    'no arguments',
    data(
      call({ index: 0, id: 'a', function: { name: 'weather', arguments: '' } }),
      call({ index: 1, id: 'b', function: { name: 'time', arguments: null } }),
      call({ index: 2, id: 'c', function: { name: 'time' } }),
      done,
    ),
    [
      { name: 'weather', arguments: '{}' },
      { name: 'time', arguments: '{}' },
      { name: 'time', arguments: '{}' },
    ],
  ],
  [
    'the older way, in pieces',
    data(
      delta({ function_call: { name: 'weather', arguments: '' } }),
      ...pieces.map((piece) => delta({ function_call: { arguments: piece } })),
      delta({}, 'function_call'),
      done,
    ),
    [weather],
  ],
  ['whole, and the end of the stream', data(call({ index: 0, id: 'a', function: weather })), [weather]],
  [
    'not streamed',
    JSON.stringify({
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'a', type: 'function', function: weather },
              { id: 'b', type: 'function', function: time },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }),
    [weather, time],
  ],
  [
    'an empty list with each word',
    data(delta({ content: '', tool_calls: [] }), call({ index: 0, id: 'a', function: weather }), done),
    [weather],
  ],
])('calls as providers write them: %s', async (_, body, expected) => {
  for (const byteByByte of [false, true]) {
    provider.answer({ bytes: answerOf(body), byteByByte });
    const { calls, ids, failure } = await hear({ tools });
    expect({ calls, failure }).toEqual({ calls: expected, failure: null });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain('');
  }
});

test('a call that is told whole again behind its pieces is made once, and two that share an id and say different things are two', async () => {
  const whole = { index: 0, id: 'a', function: weather };
  const head = { index: 0, id: 'a', function: { name: 'weather', arguments: '' } };
  const streamed = pieces.map((piece) => call({ index: '0', function: { arguments: piece } }));
  provider.answer({ bytes: answerOf(data(call(head), ...streamed, call(whole, 'tool_calls'), done)) });
  expect((await hear({ tools })).calls).toEqual([weather]);
  const other = { name: 'weather', arguments: '{"city":"Basel"}' };
  provider.answer({ bytes: answerOf(data(call(whole), call({ ...whole, function: other }), done)) });
  expect((await hear({ tools })).calls).toEqual([weather, other]);
});

test('a call that is cut off is none', async () => {
  provider.answer({ bytes: unendedAnswerOf(data(call({ index: 0, id: 'a', function: weather }))), then: 'end' });
  expect(await hear({ tools })).toMatchObject({ calls: [], failure: { code: 'model_unavailable' } });
});
