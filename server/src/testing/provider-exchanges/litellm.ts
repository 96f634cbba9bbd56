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
  leavingOut,
  limiting,
  picturing,
  picturingResult,
  reasoning,
  returning,
  saying,
  usage,
} from './chat-exchanges.ts';
import type { Provider } from './exchange.ts';
import { time, weather } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://docs.litellm.ai/docs/reasoning_content
// https://docs.litellm.ai/docs/exception_mapping
// https://docs.litellm.ai/docs/proxy/user_keys

const good = data(
  delta({ role: 'assistant', content: 'Good' }),
  word(' day.'),
  delta({}, 'stop'),
  { ...delta({}), choices: [{ index: 0, delta: {} }], usage },
  done,
);
const thinking = (text: string, signature: string | null) => ({
  thinking_blocks: [{ type: 'thinking', thinking: text, signature }],
});
const error = (message: string, code: string, type: string | null = null) => ({
  error: { message, type, param: null, code },
});

export const liteLlm: Provider = {
  name: 'LiteLLM',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  lacks: [],
  exchanges: [
    saying('the usage comes with an empty choice', good),
    cached(
      data(word('Good day.'), delta({}, 'stop'), { choices: [{ index: 0, delta: {} }], usage: cachedUsage }, done),
    ),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good day'), delta({}, 'length', { usage }), done)),
    effort(good),
    reasoning(
      'reasoning_content, and blocks of thinking with their signature',
      ended(
        delta({ content: '', reasoning_content: 'Let me see.', ...thinking('Let me see.', null) }),
        delta({ content: '', reasoning_content: '', ...thinking('', 'EqoB') }),
        word('Good day.'),
      ),
    ),
    calling(
      'a call whose name comes first',
      data(
        call({ id: 'call_a', function: { arguments: '', name: 'weather' }, type: 'function', index: 0 }),
        call({ id: null, function: { arguments: weather.arguments, name: null }, type: 'function', index: 0 }),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'two calls',
      data(
        call({ id: 'call_a', function: weather, type: 'function', index: 0 }),
        call({ id: 'call_b', function: time, type: 'function', index: 1 }),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'blocks of thinking, whose pieces are put together',
      data(
        delta(thinking('Let me', '')),
        delta(thinking(' see.', '')),
        delta(thinking('', 'EqoB')),
        delta({ thinking_blocks: [{ type: 'redacted_thinking', data: 'EmwK' }] }),
        call({ index: 0, id: 'a', function: weather }),
        delta({}, 'tool_calls'),
        done,
      ),
      {
        message: {
          thinking_blocks: [
            { type: 'thinking', thinking: 'Let me see.', signature: 'EqoB' },
            { type: 'redacted_thinking', data: 'EmwK' },
          ],
        },
      },
    ),
    returning(
      'two blocks of thinking, one after the other',
      data(
        delta(thinking('Let me see.', 'EqoB')),
        delta(thinking('And now.', 'EqoC')),
        call({ index: 0, id: 'a', function: weather }),
        delta({}, 'tool_calls'),
        done,
      ),
      {
        message: {
          thinking_blocks: [
            { type: 'thinking', thinking: 'Let me see.', signature: 'EqoB' },
            { type: 'thinking', thinking: 'And now.', signature: 'EqoC' },
          ],
        },
      },
    ),
    returning(
      'a signature among its own fields',
      data(
        call({ index: 0, id: 'a', function: weather, provider_specific_fields: { thought_signature: 'CtEB' } }),
        done,
      ),
      { call: { provider_specific_fields: { thought_signature: 'CtEB' } } },
    ),
    leavingOut(
      'a parameter that the model behind it does not take',
      json(
        400,
        error(
          "litellm.UnsupportedParamsError: openai does not support parameters: {'temperature': 0.2}, for model=o1.",
          '400',
          'None',
        ),
      ),
      { temperature: 0.2 },
      { temperature: undefined, max_tokens: 500 },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(429, error('litellm.RateLimitError: RateLimitError: rate limit reached', '429', 'throttling_error'), {
        'retry-after': '5',
      }),
      { code: 'model_rate_limited', retryAfterMs: 5_000 },
    ),
    refusing(
      'wrongKey',
      'a wrong key',
      json(401, error('Authentication Error, Invalid proxy server token passed.', '401', 'auth_error')),
      { code: 'model_misconfigured', isFinal: true },
    ),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(
          "litellm.ContextWindowExceededError: This model's maximum context length is 8192 tokens.",
          '400',
          'invalid_request_error',
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    refusing(
      'filter',
      'a refused prompt',
      json(
        400,
        error('litellm.ContentPolicyViolationError: The prompt was filtered by the content management policy.', '400'),
      ),
      { code: 'model_refused', isFinal: true },
    ),
    failing(
      'an error within the stream',
      data(word('Good'), error('litellm.APIConnectionError: the connection was lost', '500')),
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    failing(
      'an error of Anthropic within the stream, passed on as it came',
      `${data(word('Good'))}event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`,
      { code: 'model_unavailable', words: 'Overloaded (overloaded_error)', retryAfterMs: null },
    ),
    breaking(data(delta({ role: 'assistant', content: 'Good' }))),
  ],
};
