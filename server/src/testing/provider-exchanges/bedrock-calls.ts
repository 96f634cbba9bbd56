import { body, end, good, reasoning, start, text, toolUse } from './bedrock-stream.ts';
import type { ProviderExchange } from './exchange.ts';
import {
  callExchanges,
  endingCalls,
  exchange,
  picturingResult,
  returning,
  sunny,
  withoutBlocks,
} from './native-exchanges.ts';
import { pictureData, pieces, time, weather, withEffort, withTools } from './questions.ts';
import { json } from './refusals.ts';

// https://docs.aws.amazon.com/bedrock/latest/userguide/tool-use-inference-call.html
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningContentBlock.html

const mark = { cachePoint: { type: 'default' } };
const prompt = { role: 'user', content: [{ text: 'weather?' }] };
const called = { toolUse: { toolUseId: 'tooluse_01', name: 'weather', input: { city: 'Bern' } } };
const result = { toolResult: { toolUseId: 'tooluse_01', content: [{ text: sunny }] } };
const later = [
  { role: 'assistant', content: [{ text: 'Sunny.' }] },
  { role: 'user', content: [{ text: 'and now?' }, mark] },
];
/** The call and its result as text. */
const told = /<result of="weather" arguments=".*Bern.*">\nsunny\n<\/result>$/;
const efforts = { reasoningEfforts: ['low', 'high'] } as const;

/** The reasoning goes back before the call it led to, unchanged. */
const thought = (title: string, events: ReturnType<typeof text>, blocks: readonly object[]): ProviderExchange => {
  const came = { role: 'assistant', content: [...blocks, called] };
  return returning({
    title,
    proves: ['extras', 'laterExtras'],
    body: body(start, ...events, ...toolUse(9, 'tooluse_01', 'weather', ...pieces), ...end('tool_use')),
    good,
    same: { messages: [prompt, came, { role: 'user', content: [result, mark] }] },
    later: { messages: [prompt, came, { role: 'user', content: [result] }, ...later] },
    settings: efforts,
    ask: withEffort,
  });
};

const seen = {
  toolResult: {
    toolUseId: 'tooluse_01',
    content: [{ text: sunny }, { image: { format: 'png', source: { bytes: pictureData } } }],
  },
};
const came = { role: 'assistant', content: [called] };

export const bedrockCalls: readonly ProviderExchange[] = [
  picturingResult({
    body: body(start, ...toolUse(0, 'tooluse_01', 'weather', ...pieces), ...end('tool_use')),
    good,
    same: { messages: [prompt, came, { role: 'user', content: [seen, mark] }] },
    later: { messages: [prompt, came, { role: 'user', content: [seen] }, ...later] },
  }),
  ...callExchanges({
    one: body(
      start,
      ...text(0, 'I look it up.'),
      ...toolUse(1, 'tooluse_01', 'weather', '', ...pieces),
      ...end('tool_use'),
    ),
    both: body(
      start,
      ...toolUse(0, 'tooluse_01', 'weather', weather.arguments),
      ...toolUse(1, 'tooluse_02', 'time', time.arguments),
      ...end('tool_use'),
    ),
    sent: {
      toolConfig: {
        tools: [
          { toolSpec: { name: 'weather', description: 'The weather.', inputSchema: { json: { type: 'object' } } } },
          { toolSpec: { name: 'time', description: 'The time.', inputSchema: { json: { type: 'object' } } } },
        ],
        toolChoice: { auto: {} },
      },
    },
  }),
  exchange(
    'a call without arguments',
    ['call'],
    body(start, ...toolUse(0, 'tooluse_01', 'time'), ...end('tool_use')),
    { calls: [{ name: 'time', arguments: '{}' }] },
    { ask: withTools },
  ),
  returning({
    title: 'the result goes back behind the call',
    proves: ['result'],
    body: body(
      start,
      ...text(0, 'I look it up.'),
      ...toolUse(1, 'tooluse_01', 'weather', ...pieces),
      ...end('tool_use'),
    ),
    text: 'I look it up.',
    good,
    same: {
      messages: [
        prompt,
        { role: 'assistant', content: [{ text: 'I look it up.' }, called] },
        { role: 'user', content: [result, mark] },
      ],
    },
  }),
  returning({
    title: 'the results of two calls go back in one message',
    proves: ['result', 'calls'],
    body: body(
      start,
      ...toolUse(0, 'tooluse_01', 'weather', weather.arguments),
      ...toolUse(1, 'tooluse_02', 'time', time.arguments),
      ...end('tool_use'),
    ),
    calls: [weather, time],
    good,
    same: {
      messages: [
        prompt,
        { role: 'assistant', content: [called, { toolUse: { toolUseId: 'tooluse_02', name: 'time' } }] },
        {
          role: 'user',
          content: [result, { toolResult: { toolUseId: 'tooluse_02', content: [{ text: 'noon' }] } }, mark],
        },
      ],
    },
  }),
  thought('reasoning and its signature', reasoning(0, { text: 'Let me' }, { text: ' see.' }, { signature: 'EqoB' }), [
    { reasoningContent: { reasoningText: { text: 'Let me see.', signature: 'EqoB' } } },
  ]),
  thought('redacted reasoning', reasoning(0, { redactedContent: 'RW13Sw==' }), [
    { reasoningContent: { redactedContent: 'RW13Sw==' } },
  ]),
  thought('reasoning that is not shown, of which only the signature came', reasoning(0, { signature: 'EqoB' }), [
    { reasoningContent: { reasoningText: { text: '', signature: 'EqoB' } } },
  ]),
  ...endingCalls(
    { call: body(start, ...toolUse(0, 'tooluse_01', 'weather', ...pieces), ...end('tool_use')), good },
    {
      // Converse takes calls only beside functions, and has no way to forbid a call.
      mayNot: {
        toolConfig: undefined,
        messages: [{ role: 'user', content: [{ text: 'weather?' }, { text: told }, mark] }],
      },
      withoutFunctions: {
        toolConfig: undefined,
        messages: [{ role: 'user', content: [{ text: 'weather?' }, { text: told }] }, ...later],
      },
    },
  ),
  withoutBlocks({
    title: 'a signature that is no longer valid',
    call: body(
      start,
      ...reasoning(0, { text: 'Let me see.' }, { signature: 'EqoB' }),
      ...toolUse(1, 'tooluse_01', 'weather', ...pieces),
      ...end('tool_use'),
    ),
    refusal: json(400, {
      message: 'The model returned the following errors: messages.1.content.0: Invalid `signature` in `thinking` block',
    }),
    before: { messages: [prompt, { content: [{ reasoningContent: {} }, called] }, {}] },
    after: { messages: [prompt, { role: 'assistant', content: [called] }, { role: 'user', content: [result, mark] }] },
    good,
    settings: efforts,
  }),
];
