import { call, data, delta, done, word } from '../chat-stream.ts';
import {
  breaking,
  cached,
  calling,
  callingBoth,
  chatRequest,
  effort,
  ended,
  failing,
  instructing,
  limiting,
  reasoning,
  returning,
  saying,
  usage,
} from './chat-exchanges.ts';
import type { Provider } from './exchange.ts';
import { pieces, time, weather } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://api-docs.deepseek.com/api/create-chat-completion
// https://api-docs.deepseek.com/guides/thinking_mode
// https://api-docs.deepseek.com/quick_start/error_codes

const good = data(
  delta({ role: 'assistant', content: '', reasoning_content: null }),
  delta({ content: null, reasoning_content: '' }),
  word('Good'),
  word(' day.'),
  delta({ content: '', reasoning_content: null }, 'stop', { usage }),
  done,
);
const thoughts = [
  delta({ role: 'assistant', content: null, reasoning_content: '' }),
  delta({ content: null, reasoning_content: 'Let me' }),
  delta({ content: null, reasoning_content: ' see.' }),
];
const error = (message: string, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code: 'invalid_request_error' },
});

export const deepSeek: Provider = {
  name: 'DeepSeek',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // Its API takes text alone, and caches without being asked.
  lacks: ['pictures', 'resultPictures', 'caching'],
  exchanges: [
    saying('the usage stands in the last event with content', good),
    saying(
      'comments while it waits',
      `: keep-alive\n\n: keep-alive\n\n${ended(word('Good'), word(' day.'))}`,
      'estimated',
    ),
    cached(
      data(
        delta({ content: 'Good day.', reasoning_content: null }),
        delta({ content: '', reasoning_content: null }, 'stop', {
          usage: {
            prompt_tokens: 1_000,
            completion_tokens: 3,
            total_tokens: 1_003,
            prompt_cache_hit_tokens: 900,
            prompt_cache_miss_tokens: 100,
          },
        }),
        done,
      ),
    ),
    instructing(good),
    limiting(data(word('Good day'), delta({ content: '' }, 'length', { usage }), done)),
    effort(good),
    reasoning(
      'reasoning_content comes before the content',
      ended(...thoughts, delta({ content: 'Good', reasoning_content: null }), word(' day.')),
    ),
    calling(
      'a call in pieces',
      data(
        call({ index: 0, id: 'a', type: 'function', function: { name: 'weather', arguments: '' } }),
        ...pieces.map((piece) => call({ index: 0, function: { arguments: piece } })),
        delta({ content: '' }, 'tool_calls', { usage }),
        done,
      ),
    ),
    callingBoth(
      'two calls',
      data(
        call({ index: 0, id: 'a', type: 'function', function: weather }),
        call({ index: 1, id: 'b', type: 'function', function: time }),
        delta({ content: '' }, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning_content of the message that calls',
      data(...thoughts, call({ index: 0, id: 'a', function: weather }), delta({}, 'tool_calls'), done),
      { message: { reasoning_content: 'Let me see.' } },
    ),
    returning(
      'an empty reasoning_content',
      data(
        delta({ content: '', reasoning_content: '' }),
        call({ index: 0, id: 'a', function: weather }),
        delta({}, 'tool_calls'),
        done,
      ),
      { message: { reasoning_content: '' } },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(429, error('Rate limit reached: you are sending requests too quickly.')),
      { code: 'model_rate_limited', retryAfterMs: null },
    ),
    refusing(
      'overloaded',
      'overloaded',
      json(503, error('Service is too busy. Please retry later.', 'service_unavailable_error')),
      {
        code: 'model_unavailable',
        retryAfterMs: null,
      },
    ),
    refusing(
      'wrongKey',
      'a wrong key',
      json(401, error('Authentication Fails, Your api key: ****mnop is invalid', 'authentication_error')),
      { code: 'model_misconfigured', isFinal: true },
    ),
    refusing(
      'wrongKey',
      'nothing left',
      json(402, { error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' } }),
      { code: 'model_credit_spent', isFinal: true },
    ),
    refusing(
      'tooLong',
      'too long a prompt',
      json(400, error("This model's maximum context length is 131072 tokens. However, you requested 140000 tokens.")),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    refusing('filter', 'a refused prompt', json(400, error('Content Exists Risk')), {
      code: 'model_refused',
      isFinal: true,
    }),
    failing(
      'a filter ends the answer',
      data(word('Good'), delta({ content: '' }, 'content_filter'), done),
      { code: 'model_refused' },
      'filter',
    ),
    failing('its system is short of resources', data(word('Good'), delta({}, 'insufficient_system_resource'), done), {
      code: 'model_unavailable',
      words: 'The model said that it has failed.',
      retryAfterMs: null,
    }),
    breaking(data(...thoughts.slice(0, 1), word('Good'))),
  ],
};
