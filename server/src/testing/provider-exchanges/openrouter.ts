import { call, data, delta, done, word } from '../chat-stream.ts';
import {
  breaking,
  cached,
  cachedUsage,
  calling,
  callingBoth,
  chatRequest,
  effort,
  ended,
  failing,
  instructing,
  limiting,
  picturing,
  picturingResult,
  reasoning,
  returning,
  saying,
  usage,
} from './chat-exchanges.ts';
import type { Provider } from './exchange.ts';
import { pieces, time, weather } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://openrouter.ai/docs/api-reference/streaming
// https://openrouter.ai/docs/use-cases/reasoning-tokens
// https://openrouter.ai/docs/api-reference/errors

const comments = ': OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n';
const good = `${comments}${data(
  delta({ role: 'assistant', content: 'Good' }),
  word(' day.'),
  delta({ role: 'assistant', content: '' }, 'stop', { usage }),
  done,
)}`;
const details = [
  { type: 'reasoning.text', text: 'Let me see.', signature: 'EqoB', format: 'anthropic-claude-v1', index: 0 },
  { type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1', format: 'openai-responses-v1', index: 1 },
];
const error = (code: number, message: string, metadata?: object) => ({ error: { code, message, metadata } });

export const openRouter: Provider = {
  name: 'OpenRouter',
  api: 'openai',
  base: '/api/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/api/v1/chat/completions' },
  // It leaves out itself what a model does not take.
  lacks: ['refusedParameter'],
  exchanges: [
    saying('comments, and the usage at the end', good),
    cached(data(word('Good day.'), delta({ content: '' }, 'stop', { usage: cachedUsage }), done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good day'), delta({ content: '' }, 'length', { usage }), done)),
    effort(good),
    reasoning(
      'reasoning and its details',
      ended(
        delta({
          content: '',
          reasoning: 'Let me see.',
          reasoning_details: [{ type: 'reasoning.text', text: 'Let me see.', format: 'anthropic-claude-v1', index: 0 }],
        }),
        word('Good day.'),
      ),
    ),
    reasoning(
      'a summary alone',
      ended(
        delta({ content: '', reasoning_details: [{ type: 'reasoning.summary', summary: 'Let me see.', index: 0 }] }),
        delta({ content: '', reasoning_details: [{ type: 'reasoning.encrypted', data: 'gAAA', index: 1 }] }),
        word('Good day.'),
      ),
    ),
    calling(
      'a call in pieces',
      data(
        delta({
          role: 'assistant',
          content: null,
          tool_calls: [{ index: 0, id: 'toolu_a', type: 'function', function: { name: 'weather', arguments: '' } }],
        }),
        ...pieces.map((piece) => call({ index: 0, type: 'function', function: { arguments: piece } })),
        delta({ content: '' }, 'tool_calls', { usage }),
        done,
      ),
    ),
    callingBoth(
      'two calls',
      data(
        call({ index: 0, id: 'toolu_a', type: 'function', function: weather }),
        call({ index: 1, id: 'toolu_b', type: 'function', function: time }),
        delta({ content: '' }, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning_details of the message that calls, whose pieces are put together',
      data(
        delta({
          reasoning_details: [{ type: 'reasoning.text', text: 'Let me', format: 'anthropic-claude-v1', index: 0 }],
        }),
        delta({
          reasoning_details: [{ type: 'reasoning.text', text: ' see.', format: 'anthropic-claude-v1', index: 0 }],
        }),
        delta({ reasoning_details: [{ type: 'reasoning.text', signature: 'EqoB', index: 0 }] }),
        delta({ reasoning_details: [details[1]] }),
        call({ index: 0, id: 'a', function: weather }),
        delta({}, 'tool_calls'),
        done,
      ),
      { message: { reasoning_details: details } },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(
        429,
        error(429, 'Provider returned error', { raw: 'm is temporarily rate-limited upstream.', provider_name: 'X' }),
        { 'retry-after': '4' },
      ),
      { code: 'model_rate_limited', retryAfterMs: 4_000 },
    ),
    refusing(
      'overloaded',
      'no provider',
      json(503, error(503, 'There is no available model provider that meets your routing requirements')),
      {
        code: 'model_unavailable',
        retryAfterMs: null,
      },
    ),
    refusing('wrongKey', 'a wrong key', json(401, error(401, 'No auth credentials found')), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing('wrongKey', 'no such model', json(400, error(400, 'foo/bar is not a valid model ID')), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing('wrongKey', 'nothing left', json(402, error(402, 'Insufficient credits. Add more to continue.')), {
      code: 'model_credit_spent',
      isFinal: true,
    }),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(
          400,
          "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens.",
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    refusing(
      'filter',
      'a flagged prompt',
      json(
        403,
        error(403, 'Your input was flagged', { reasons: ['violence'], flagged_input: '…', provider_name: 'X' }),
      ),
      { code: 'model_refused', isFinal: true },
    ),
    failing(
      'an error within the stream',
      data(word('Good'), delta({ content: '' }, 'error', { error: { code: 429, message: 'Slow down.' } })),
      { code: 'model_rate_limited', words: 'Slow down. (429)', retryAfterMs: null },
    ),
    breaking(`${comments}${data(word('Good'))}`),
  ],
};
