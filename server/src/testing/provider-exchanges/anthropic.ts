import { anthropicCalls } from './anthropic-calls.ts';
import { anthropicFailures } from './anthropic-failures.ts';
import { block, body, end, good, start, textBlock, thinkingBlock } from './anthropic-stream.ts';
import { type Provider, providerKey } from './exchange.ts';
import { commonExchanges, exchange } from './native-exchanges.ts';
import { pictureData, withEffort, withInstructions, withLimit, withTemperature } from './questions.ts';
import { json, withoutParameter } from './refusals.ts';

// https://platform.claude.com/docs/en/api/messages, /docs/en/build-with-claude/streaming
// https://platform.claude.com/docs/en/build-with-claude/extended-thinking, /adaptive-thinking, /effort
// https://platform.claude.com/docs/en/build-with-claude/prompt-caching, /handling-stop-reasons

const user = (...content: readonly object[]) => ({ role: 'user', content });
const efforts = { reasoningEfforts: ['low', 'high'] } as const;

export const anthropic: Provider = {
  name: 'Anthropic',
  api: 'anthropic',
  base: '/v1',
  modelName: 'claude-sonnet-4-6',
  end: 'event: message_stop\n',
  request: {
    path: '/v1/messages',
    headers: { 'x-api-key': providerKey, 'anthropic-version': '2023-06-01', authorization: undefined },
    body: { stream: true },
  },
  lacks: [],
  exchanges: [
    ...commonExchanges(
      { good },
      {
        text: { model: 'claude-sonnet-4-6', messages: [user({ type: 'text', text: 'leave?' })] },
        instructions: { system: [{ type: 'text', text: /^Be brief\./ }], messages: [{ role: 'user' }] },
        picture: {
          messages: [
            user(
              { type: 'text', text: 'What is it?' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pictureData } },
            ),
          ],
        },
        limit: { max_tokens: 500, temperature: undefined },
        effort: { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      },
    ),
    exchange(
      'an older model thinks within a budget',
      ['effort'],
      good,
      { text: 'Good day.' },
      {
        ask: withEffort,
        sent: { thinking: { type: 'enabled' }, output_config: undefined, temperature: undefined },
        settings: { ...efforts, modelName: 'claude-sonnet-4-5' },
      },
    ),
    exchange(
      'the end at the limit is one',
      ['limit'],
      body(start(), ...textBlock(0, 'Good', ' day'), ...end('max_tokens')),
      {
        text: 'Good day',
      },
      { ask: withLimit },
    ),
    exchange(
      'letters of several bytes',
      ['text'],
      body(start(), ...textBlock(0, 'Grüße, ', '世界 😀'), ...end('end_turn')),
      { text: 'Grüße, 世界 😀' },
    ),
    exchange(
      'a limit that is used up by thinking leaves no answer',
      ['limit'],
      body(start(), ...thinkingBlock(0, 'Let me see.', 'EqoB'), ...end('max_tokens')),
      { text: '', reasoning: 'Let me see.', failure: { code: 'model_answer_unusable', isFinal: true } },
      { ask: withEffort, settings: efforts },
    ),
    exchange(
      'pings between all events',
      ['text'],
      body(
        start(),
        { type: 'ping' },
        ...textBlock(0, 'Good', ' day.').flatMap((it) => [it, { type: 'ping' }]),
        ...end('end_turn'),
      ),
      { text: 'Good day.' },
    ),
    exchange(
      'events and deltas of a type that is not known yet',
      ['text'],
      body(
        start(),
        { type: 'message_notice', notice: { text: 'x' } },
        block(0, { type: 'text', text: '' }),
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Good day.' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'shade_delta', shade: 'x' } },
        { type: 'content_block_stop', index: 0 },
        ...end('end_turn'),
      ),
      { text: 'Good day.' },
    ),
    exchange(
      'the stop sequence ends it',
      ['text'],
      body(start(), ...textBlock(0, 'Good day.'), ...end('stop_sequence')),
      { text: 'Good day.' },
    ),
    exchange(
      'thinking is shown, its signature is not',
      ['reasoning'],
      body(
        start(),
        block(0, { type: 'thinking', thinking: '', signature: '' }),
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Let me' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: ' see.' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'EqoB' } },
        { type: 'content_block_stop', index: 0 },
        ...textBlock(1, 'Good', ' day.'),
        ...end('end_turn'),
      ),
      { text: 'Good day.', reasoning: 'Let me see.', usage: { input: 7, output: 3 } },
      { ask: withEffort, settings: efforts },
    ),
    exchange(
      'thinking that is redacted or left out is nothing to show',
      ['reasoning'],
      body(
        start(),
        block(0, { type: 'redacted_thinking', data: 'EmwK' }),
        { type: 'content_block_stop', index: 0 },
        block(1, { type: 'thinking', thinking: '', signature: '' }),
        { type: 'content_block_delta', index: 1, delta: { type: 'signature_delta', signature: 'EqoB' } },
        { type: 'content_block_stop', index: 1 },
        ...textBlock(2, 'Good day.'),
        ...end('end_turn'),
      ),
      { text: 'Good day.', reasoning: '' },
      { ask: withEffort, settings: efforts },
    ),
    exchange(
      'caching is asked for up to the instructions and the last message',
      ['caching'],
      good,
      { text: 'Good day.' },
      {
        ask: withInstructions,
        sent: {
          system: [{ type: 'text', text: /^Be brief\./, cache_control: { type: 'ephemeral' } }],
          messages: [user({ type: 'text', text: 'leave?', cache_control: { type: 'ephemeral' } })],
        },
      },
    ),
    exchange(
      'tokens read from a cache and written to it are part of the input',
      ['cachedTokens', 'usage'],
      body(
        start({ input_tokens: 7, cache_creation_input_tokens: 93, cache_read_input_tokens: 900, output_tokens: 1 }),
        ...textBlock(0, 'Good day.'),
        ...end('end_turn'),
      ),
      { text: 'Good day.', usage: { input: 1_000, output: 3, cacheRead: 900, cacheWrite: 93 } },
    ),
    exchange(
      'the usage grows with each message_delta',
      ['usage'],
      body(
        start({ input_tokens: 5, output_tokens: 1 }),
        ...textBlock(0, 'Good day.'),
        { type: 'message_delta', delta: { stop_reason: null, stop_sequence: null }, usage: { output_tokens: 2 } },
        {
          type: 'message_delta',
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { input_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 3 },
        },
        { type: 'message_stop' },
      ),
      { text: 'Good day.', usage: { input: 7, output: 3 } },
    ),
    withoutParameter(
      'a temperature that the model has no more',
      json(400, {
        type: 'error',
        error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
        request_id: 'req_01',
      }),
      { before: { temperature: 0.2 }, after: { temperature: undefined, max_tokens: 500 }, good },
      withTemperature,
    ),
    withoutParameter(
      'a limit beyond that of the model',
      json(400, {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'max_tokens: 500 > 400, which is the maximum allowed number of output tokens for claude-3',
        },
      }),
      { before: { max_tokens: 500 }, after: { temperature: 0.2 }, good },
      withTemperature,
    ),
    withoutParameter(
      'thinking that the model does not know',
      json(400, {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'adaptive thinking is not supported on this model' },
      }),
      {
        before: { thinking: { type: 'adaptive' } },
        after: { thinking: undefined, output_config: undefined },
        good,
      },
      withEffort,
      efforts,
    ),
    ...anthropicCalls,
    ...anthropicFailures,
  ],
};
