import { body, end, good, redactedBlock, start, textBlock, thinkingBlock, toolBlock } from './anthropic-stream.ts';
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

// https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
// https://platform.claude.com/docs/en/build-with-claude/extended-thinking (preserving thinking blocks)

const oneCall = toolBlock(1, 'toolu_01', 'weather', '', ...pieces);
const request = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_01', name: 'weather', input: { city: 'Bern' } }],
};
const result = { type: 'tool_result', tool_use_id: 'toolu_01', content: sunny };
const prompt = { role: 'user', content: [{ type: 'text', text: 'weather?' }] };
const later = [
  { role: 'assistant', content: [{ type: 'text', text: 'Sunny.' }] },
  { role: 'user', content: [{ type: 'text', text: 'and now?' }] },
];
const efforts = { reasoningEfforts: ['low', 'high'] } as const;

/** The blocks of thinking go back before the call they led to, unchanged. */
const thought = (title: string, events: ReturnType<typeof textBlock>, blocks: readonly object[]): ProviderExchange => {
  const came = { role: 'assistant', content: [...blocks, ...request.content] };
  const messages = [prompt, came, { role: 'user', content: [result] }];
  return returning({
    title,
    proves: ['extras', 'laterExtras'],
    body: body(start(), ...events, ...toolBlock(9, 'toolu_01', 'weather', ...pieces), ...end('tool_use')),
    good,
    same: { thinking: { type: 'adaptive' }, messages },
    later: { messages: [...messages, ...later] },
    settings: efforts,
    ask: withEffort,
  });
};

const seen = {
  type: 'tool_result',
  tool_use_id: 'toolu_01',
  content: [
    { type: 'text', text: sunny },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pictureData } },
  ],
};
const withSeen = [prompt, request, { role: 'user', content: [seen] }];

export const anthropicCalls: readonly ProviderExchange[] = [
  picturingResult({
    body: body(start(), ...toolBlock(0, 'toolu_01', 'weather', ...pieces), ...end('tool_use')),
    good,
    same: { messages: withSeen },
    later: { messages: [...withSeen, ...later] },
  }),
  ...callExchanges({
    one: body(start(), ...textBlock(0, 'I look it up.'), ...oneCall, ...end('tool_use')),
    both: body(
      start(),
      ...toolBlock(0, 'toolu_01', 'weather', '', weather.arguments),
      ...toolBlock(1, 'toolu_02', 'time', '', time.arguments),
      ...end('tool_use'),
    ),
    sent: {
      tools: [
        { name: 'weather', description: 'The weather.', input_schema: { type: 'object', required: ['city'] } },
        { name: 'time', description: 'The time.', input_schema: { type: 'object', required: ['zone'] } },
      ],
      tool_choice: { type: 'auto' },
    },
  }),
  exchange(
    'a call without arguments, in empty pieces',
    ['call'],
    body(start(), ...toolBlock(0, 'toolu_01', 'time', '', ''), ...end('tool_use')),
    { calls: [{ name: 'time', arguments: '{}' }] },
    { ask: withTools },
  ),
  exchange(
    'a call in no piece at all',
    ['call'],
    body(start(), ...toolBlock(0, 'toolu_01', 'time'), ...end('tool_use')),
    { calls: [{ name: 'time', arguments: '{}' }] },
    { ask: withTools },
  ),
  exchange(
    'a call that the limit cuts off is a call of what there is',
    ['limit'],
    body(
      start(),
      ...textBlock(0, 'I look it up.'),
      ...toolBlock(1, 'toolu_01', 'weather', '{"ci'),
      ...end('max_tokens'),
    ),
    { text: 'I look it up.' },
    { ask: withTools },
  ),
  returning({
    title: 'the result goes back behind the call',
    proves: ['result'],
    body: body(start(), ...textBlock(0, 'I look it up.'), ...oneCall, ...end('tool_use')),
    text: 'I look it up.',
    good,
    same: {
      messages: [
        prompt,
        { role: 'assistant', content: [{ type: 'text', text: 'I look it up.' }, ...request.content] },
        { role: 'user', content: [result] },
      ],
    },
    later: {
      messages: [
        prompt,
        { role: 'assistant', content: [{ type: 'text', text: 'I look it up.' }, ...request.content] },
        { role: 'user', content: [result] },
        ...later,
      ],
    },
  }),
  returning({
    title: 'the results of two calls go back in one message',
    proves: ['result', 'calls'],
    body: body(
      start(),
      ...toolBlock(0, 'toolu_01', 'weather', weather.arguments),
      ...toolBlock(1, 'toolu_02', 'time', time.arguments),
      ...end('tool_use'),
    ),
    calls: [weather, time],
    good,
    same: {
      messages: [
        prompt,
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'toolu_01' },
            { type: 'tool_use', id: 'toolu_02' },
          ],
        },
        { role: 'user', content: [result, { type: 'tool_result', tool_use_id: 'toolu_02', content: 'noon' }] },
      ],
    },
  }),
  thought('thinking and its signature', thinkingBlock(0, 'Let me see.', 'EqoB'), [
    { type: 'thinking', thinking: 'Let me see.', signature: 'EqoB' },
  ]),
  thought(
    'redacted thinking',
    [...redactedBlock(0, 'EmwK'), ...redactedBlock(1, 'EmwL')],
    [
      { type: 'redacted_thinking', data: 'EmwK' },
      { type: 'redacted_thinking', data: 'EmwL' },
    ],
  ),
  thought('thinking that is not shown, of which only the signature came', thinkingBlock(0, '', 'EqoB'), [
    { type: 'thinking', thinking: '', signature: 'EqoB' },
  ]),
  thought(
    'thinking, text and thinking again, in their order',
    [...thinkingBlock(0, 'Let me see.', 'EqoB'), ...textBlock(1, 'I look.'), ...thinkingBlock(2, 'Now.', 'EqoC')],
    [
      { type: 'thinking', thinking: 'Let me see.', signature: 'EqoB' },
      { type: 'text', text: 'I look.' },
      { type: 'thinking', thinking: 'Now.', signature: 'EqoC' },
    ],
  ),
  ...endingCalls(
    { call: body(start(), ...oneCall, ...end('tool_use')), good },
    {
      mayNot: {
        tools: [{ name: 'weather' }, { name: 'time' }],
        tool_choice: { type: 'none' },
        messages: [prompt, request, { role: 'user', content: [result] }],
      },
      withoutFunctions: {
        tools: undefined,
        tool_choice: undefined,
        messages: [prompt, request, { role: 'user', content: [result] }, ...later],
      },
    },
  ),
  withoutBlocks({
    title: 'a signature that is no longer valid',
    call: body(start(), ...thinkingBlock(0, 'Let me see.', 'EqoB'), ...oneCall, ...end('tool_use')),
    refusal: json(400, {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
      },
    }),
    before: { messages: [prompt, { role: 'assistant', content: [{ type: 'thinking' }, { type: 'tool_use' }] }, {}] },
    after: { thinking: undefined, messages: [prompt, request, { role: 'user', content: [result] }] },
    good,
    settings: efforts,
  }),
];
