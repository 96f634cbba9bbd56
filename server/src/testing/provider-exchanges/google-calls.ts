import type { ProviderExchange } from './exchange.ts';
import { body, end, good, parts, thought, word } from './google-stream.ts';
import { callExchanges, endingCalls, exchange, picturingResult, returning, withoutBlocks } from './native-exchanges.ts';
import { pictureData, time, weather, withTools } from './questions.ts';
import { json } from './refusals.ts';

// https://ai.google.dev/gemini-api/docs/function-calling
// https://ai.google.dev/gemini-api/docs/thought-signatures

const functionCall = (name: string, args: object, more: object = {}) => ({ functionCall: { name, args }, ...more });
const weatherCall = { name: 'weather', args: { city: 'Bern' } };
const prompt = { role: 'user', parts: [{ text: 'weather?' }] };
const answered = (name: string, content: string) => ({ functionResponse: { name, response: { name, content } } });
const later = [
  { role: 'model', parts: [{ text: 'Sunny.' }] },
  { role: 'user', parts: [{ text: 'and now?' }] },
];

/** What came with the parts goes back with them. */
const signed = (title: string, chunks: readonly object[], model: readonly object[], text = ''): ProviderExchange => {
  const messages = [prompt, { role: 'model', parts: model }, { role: 'user', parts: [answered('weather', 'sunny')] }];
  return returning({
    title,
    proves: ['extras', 'laterExtras'],
    body: body(...chunks),
    text,
    good,
    same: { contents: messages },
    later: { contents: [...messages, ...later] },
  });
};

const inlineData = { mimeType: 'image/png', data: pictureData };
const seeing = (...parts: readonly object[]) => [
  prompt,
  { role: 'model', parts: [{ functionCall: weatherCall }] },
  { role: 'user', parts },
];
// Gemini 3 takes pictures as parts of the response, earlier models behind it.
const inResponse = seeing({
  functionResponse: { name: 'weather', response: { name: 'weather', content: 'sunny' }, parts: [{ inlineData }] },
});
const behindResponse = seeing(answered('weather', 'sunny'), { inlineData }, {});
const callsWeather = body(parts([functionCall('weather', { city: 'Bern' })]), end());

export const googleCalls: readonly ProviderExchange[] = [
  picturingResult({
    body: callsWeather,
    good,
    same: { contents: inResponse },
    later: { contents: [...inResponse, ...later] },
  }),
  returning({
    title: 'a picture in a result goes back to an earlier model',
    proves: ['resultPictures'],
    body: callsWeather,
    good,
    same: { contents: behindResponse },
    settings: { seesImages: true, modelName: 'gemini-2.5-pro' },
    hasPicture: true,
  }),
  ...callExchanges({
    one: body(parts([functionCall('weather', { city: 'Bern' })]), end()),
    both: body(parts([functionCall('weather', { city: 'Bern' }), functionCall('time', { zone: 'UTC' })]), end()),
    sent: {
      tools: [
        {
          functionDeclarations: [
            { name: 'weather', description: 'The weather.' },
            { name: 'time', description: 'The time.' },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    },
  }),
  exchange(
    'two calls in two chunks, without ids',
    ['calls'],
    body(parts([functionCall('weather', { city: 'Bern' })]), parts([functionCall('time', { zone: 'UTC' })]), end()),
    { calls: [weather, time] },
    { ask: withTools },
  ),
  exchange(
    'one function twice, without ids',
    ['calls'],
    body(parts([functionCall('weather', { city: 'Bern' }), functionCall('weather', { city: 'Bern' })]), end()),
    { calls: [weather, weather] },
    { ask: withTools },
  ),
  exchange(
    'a call with an id, and with the reason to end',
    ['call'],
    body(end('STOP', [{ functionCall: { id: 'fc_1', ...weatherCall } }])),
    { calls: [weather] },
    { ask: withTools },
  ),
  exchange(
    'a call without arguments',
    ['call'],
    body(parts([{ functionCall: { name: 'time' } }]), end()),
    { calls: [{ name: 'time', arguments: '{}' }] },
    { ask: withTools },
  ),
  returning({
    title: 'the results of two calls go back in one message',
    proves: ['result', 'calls'],
    body: body(parts([functionCall('weather', { city: 'Bern' }), functionCall('time', { zone: 'UTC' })]), end()),
    calls: [weather, time],
    good,
    same: {
      contents: [
        prompt,
        {
          role: 'model',
          parts: [{ functionCall: weatherCall }, { functionCall: { name: 'time', args: { zone: 'UTC' } } }],
        },
        { role: 'user', parts: [answered('weather', 'sunny'), answered('time', 'noon')] },
      ],
    },
  }),
  signed(
    'the signature of a call',
    [parts([functionCall('weather', { city: 'Bern' }, { thoughtSignature: 'CtEB' })]), end()],
    [{ functionCall: weatherCall, thoughtSignature: 'CtEB' }],
  ),
  signed(
    'the signature of a thought and of a call',
    [
      thought('Let me see.', { thoughtSignature: 'CtEA' }),
      parts([functionCall('weather', { city: 'Bern' }, { thoughtSignature: 'CtEB' })]),
      end(),
    ],
    [
      { text: 'Let me see.', thought: true, thoughtSignature: 'CtEA' },
      { functionCall: weatherCall, thoughtSignature: 'CtEB' },
    ],
  ),
  signed(
    'the signature of a text before the call',
    [
      word('I look it up.', { thoughtSignature: 'CtEA' }),
      parts([functionCall('weather', { city: 'Bern' }, { thoughtSignature: 'CtEB' })]),
      end(),
    ],
    [
      { text: 'I look it up.', thoughtSignature: 'CtEA' },
      { functionCall: weatherCall, thoughtSignature: 'CtEB' },
    ],
    'I look it up.',
  ),
  signed(
    'the signature of an empty last part',
    [
      parts([functionCall('weather', { city: 'Bern' }, { thoughtSignature: 'CtEB' })]),
      end('STOP', [{ text: '', thoughtSignature: 'CtEC' }]),
    ],
    [
      { functionCall: weatherCall, thoughtSignature: 'CtEB' },
      { text: '', thoughtSignature: 'CtEC' },
    ],
  ),
  returning({
    title: 'of two calls the first is signed',
    proves: ['extras', 'laterExtras', 'calls'],
    body: body(
      parts([
        functionCall('weather', { city: 'Bern' }, { thoughtSignature: 'CtEB' }),
        functionCall('time', { zone: 'UTC' }),
      ]),
      end(),
    ),
    calls: [weather, time],
    good,
    same: {
      contents: [
        prompt,
        {
          role: 'model',
          parts: [
            { functionCall: weatherCall, thoughtSignature: 'CtEB' },
            { functionCall: { name: 'time', args: { zone: 'UTC' } }, thoughtSignature: undefined },
          ],
        },
        { role: 'user', parts: [answered('weather', 'sunny'), answered('time', 'noon')] },
      ],
    },
  }),
  ...endingCalls(
    { call: body(parts([functionCall('weather', { city: 'Bern' })]), end()), good },
    {
      mayNot: {
        toolConfig: { functionCallingConfig: { mode: 'NONE' } },
        contents: [
          prompt,
          { role: 'model', parts: [{ functionCall: weatherCall }] },
          { role: 'user', parts: [answered('weather', 'sunny')] },
        ],
      },
      withoutFunctions: {
        tools: undefined,
        contents: [
          prompt,
          { role: 'model', parts: [{ functionCall: weatherCall }] },
          { role: 'user', parts: [answered('weather', 'sunny')] },
          ...later,
        ],
      },
    },
  ),
  withoutBlocks({
    title: 'a signature that is no longer valid',
    call: body(
      thought('Let me see.', { thoughtSignature: 'CtEA' }),
      parts([functionCall('weather', { city: 'Bern' }, { thoughtSignature: 'CtEB' })]),
      end(),
    ),
    refusal: json(400, {
      error: { code: 400, message: 'Corrupted thought signature.', status: 'INVALID_ARGUMENT' },
    }),
    before: { contents: [prompt, { parts: [{ thoughtSignature: 'CtEA' }, { thoughtSignature: 'CtEB' }] }, {}] },
    after: {
      contents: [
        prompt,
        { parts: [{ functionCall: weatherCall, thoughtSignature: 'skip_thought_signature_validator' }] },
        { role: 'user' },
      ],
    },
    good,
  }),
];
