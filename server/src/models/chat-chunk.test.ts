import { readChunk } from './chat-chunk.ts';

const choice = (delta: object, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
const said = (text: string, thought = '', finishReason: string | null = null) => ({ text, thought, calls: [], finishReason });

test.each([
  [choice({ content: 'Hello' }), said('Hello')],
  [choice({ role: 'assistant', content: '' }), said('')],
  [choice({ content: null, reasoning_content: 'Hm.' }), said('', 'Hm.')],
  [choice({ reasoning: 'Hm.' }), said('', 'Hm.')],
  [choice({ refusal: 'I cannot.' }), said('I cannot.')],
  [choice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }, { type: 'text', text: 'Yes.' }] }), said('Yes.', 'Hm.')],
  [choice({}, 'stop'), said('', '', 'stop')],
  [{ choices: [{ finish_reason: 'length' }] }, said('', '', 'length')],
  [{ choices: [], usage: {} }, said('')],
])('%j is read as %j', (chunk, expected) => {
  expect(readChunk(chunk)).toEqual(expected);
});

test.each([null, 'text', 7, [], {}, { choices: 'none' }, { choices: [null] }])('%j is no event of the protocol', (chunk) => {
  expect(() => readChunk(chunk)).toThrow('none of its protocol');
});

test('an error that comes as an event is thrown with the words and the code of its provider', () => {
  expect(() => readChunk({ error: { message: 'Slow down.', code: 429 } })).toThrow(expect.objectContaining({ message: 'Slow down.', code: 429 }));
  expect(() => readChunk({ error: 'Slow down.' })).toThrow(expect.objectContaining({ cause: 'Slow down.' }));
});
