import { ProviderError, readChunk } from './chat-chunk.ts';
import { failureOf } from './failures.ts';

const choice = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const said = (text: string, reasoning = '', finishReason: string | null = null) =>
  expect.objectContaining({ text, reasoning, calls: [], finishReason }) as object;

test.each([
  [choice({ content: 'Hello' }), said('Hello')],
  [choice({ role: 'assistant', content: '' }), said('')],
  [choice({ content: null, reasoning_content: 'Hm.' }), said('', 'Hm.')],
  [choice({ reasoning: 'Hm.' }), said('', 'Hm.')],
  [choice({ reasoning_content: '', reasoning: 'Hm.' }), said('', 'Hm.')],
  [choice({ thinking: 'Hm.' }), said('', 'Hm.')],
  [choice({ reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] }), said('', 'Hm.')],
  [choice({ reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm.' }] }), said('', 'Hm.')],
  [choice({ refusal: 'I cannot.' }), said('I cannot.')],
  [
    choice({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'Yes.' },
      ],
    }),
    said('Yes.', 'Hm.'),
  ],
  [choice({}, 'stop'), said('', '', 'stop')],
  [{ choices: [{ finish_reason: 'length' }] }, said('', '', 'length')],
  [{ choices: [], usage: {} }, said('')],
])('%j is read as %j', (chunk, expected) => {
  expect(readChunk(chunk)).toEqual(expected);
});

test.each([
  {},
  { usage: { prompt_tokens: 1, completion_tokens: 2 } },
  { choices: null, prompt_filter_results: [] },
  { choices: [] },
  { choices: [{ index: 0, delta: null, finish_reason: '' }] },
])('%j says nothing', (chunk) => {
  expect(readChunk(chunk)).toEqual(said(''));
});

test.each([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['end_turn', 'stop'],
  ['STOP', 'stop'],
  ['something new', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['model_length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['content_filter', 'content_filter'],
  ['SAFETY', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['error', 'error'],
  ['insufficient_system_resource', 'error'],
  ['', null],
  ['null', null],
  [null, null],
])('the reason %j is read as %j', (reason, expected) => {
  expect(readChunk({ choices: [{ delta: {}, finish_reason: reason }] }).finishReason).toBe(expected);
});

test('a whole answer and a piece of text are read as a piece of an answer is', () => {
  expect(
    readChunk({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
    }),
  ).toEqual(said('Hello', '', 'stop'));
  expect(readChunk({ choices: [{ text: 'Hello' }] })).toEqual(said('Hello'));
});

test.each([
  [
    { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{' } }] },
    { index: 0, place: 0, id: 'a', name: 'f', arguments: '{' },
  ],
  [
    { tool_calls: [{ function: { name: 'f', arguments: { city: 'Bern' } } }] },
    { index: null, place: 0, id: '', name: 'f', arguments: '{"city":"Bern"}' },
  ],
  [
    { tool_calls: [{ id: 'a', name: 'f', arguments: null }] },
    { index: null, place: 0, id: 'a', name: 'f', arguments: '' },
  ],
  [{ function_call: { name: 'f', arguments: '{}' } }, { index: null, place: 0, id: '', name: 'f', arguments: '{}' }],
])('%j is a call', (delta, piece) => {
  expect(readChunk(choice({ content: null, ...delta })).calls).toEqual([piece]);
});

test.each([null, 'text', 7, [], { choices: 'none' }, { choices: [null] }])(
  '%j is no event of the protocol',
  (chunk) => {
    expect(() => readChunk(chunk)).toThrow('none of its protocol');
  },
);

test.each([
  { error: { message: 'Slow down.', code: 429 } },
  { error: 'Slow down.' },
  { object: 'error', message: 'Slow down.', type: 'RateLimitError', code: 429 },
  { type: 'error', error: { type: 'overloaded_error', message: 'Slow down.' } },
  { choices: [{ delta: { content: '' }, finish_reason: 'error', error: { code: 429, message: 'Slow down.' } }] },
  { detail: 'Slow down.' },
  [{ error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } }],
])('the error %j is thrown with the words of its provider', (chunk) => {
  const attempt = () => readChunk(chunk);
  expect(attempt).toThrow(ProviderError);
  try {
    attempt();
  } catch (error) {
    expect(failureOf(error).said?.words).toContain('Slow down.');
  }
});
