import { call, data, delta, done, word } from '../chat-stream.ts';
import {
  breaking,
  cached,
  cachedUsage,
  calling,
  callingBoth,
  chatRequest,
  effort,
  failing,
  instructing,
  leavingOut,
  limiting,
  picturing,
  picturingResult,
  returning,
  saying,
  usage,
} from './chat-exchanges.ts';
import type { Provider } from './exchange.ts';
import { pieces, time, weather } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://platform.openai.com/docs/api-reference/chat-streaming
// https://platform.openai.com/docs/guides/error-codes

const good = data(
  delta({ role: 'assistant', content: '', refusal: null }, null, { usage: null }),
  word('Good', { usage: null }),
  word(' day.', { usage: null }),
  delta({}, 'stop', { usage: null }),
  { ...delta({}), choices: [], usage },
  done,
);
const error = (message: string, param: string | null, code: string | null = 'unsupported_parameter') => ({
  error: { message, type: 'invalid_request_error', param, code },
});

export const openAi: Provider = {
  name: 'OpenAI',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // Chat completions show no reasoning and give none to send back; caching needs no request.
  lacks: ['reasoning', 'extras', 'laterExtras', 'caching'],
  exchanges: [
    saying('the usage comes last, without choices', good),
    cached(data(word('Good day.'), delta({}, 'stop'), { ...delta({}), choices: [], usage: cachedUsage }, done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good day'), delta({}, 'length'), { choices: [], usage }, done)),
    effort(good),
    calling(
      'a call in pieces',
      data(
        call({ index: 0, id: 'a', type: 'function', function: { name: 'weather', arguments: '' } }),
        ...pieces.map((piece) => call({ index: 0, function: { arguments: piece } })),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'two calls in pieces',
      data(
        call({ index: 0, id: 'a', function: { name: 'weather', arguments: '' } }),
        call({ index: 0, function: { arguments: weather.arguments } }),
        call({ index: 1, id: 'b', function: { name: 'time', arguments: '' } }),
        call({ index: 1, function: { arguments: time.arguments } }),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'the result goes back',
      data(call({ index: 0, id: 'a', type: 'function', function: weather }), delta({}, 'tool_calls'), done),
    ),
    leavingOut(
      'the limit has another name',
      json(
        400,
        error(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          'max_tokens',
        ),
      ),
      { max_tokens: 500 },
      { max_tokens: undefined, max_completion_tokens: 500, temperature: 0.2 },
    ),
    leavingOut(
      'only its own temperature',
      json(
        400,
        error(
          "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
          'temperature',
          'unsupported_value',
        ),
      ),
      { temperature: 0.2 },
      { temperature: undefined, max_tokens: 500 },
    ),
    leavingOut(
      'no stream for this organisation',
      json(400, error('Your organization must be verified to stream this model.', 'stream', 'unsupported_value')),
      { stream: true },
      { stream: undefined, stream_options: undefined, max_tokens: 500 },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(
        429,
        {
          error: {
            message: 'Rate limit reached for m: too many tokens per min. Please try again in 7s.',
            type: 'tokens',
            param: null,
            code: 'rate_limit_exceeded',
          },
        },
        { 'retry-after': '7' },
      ),
      { code: 'model_rate_limited', retryAfterMs: 7_000 },
    ),
    refusing(
      'overloaded',
      'overloaded',
      json(503, {
        error: { message: 'The engine is currently overloaded, please try again later.', type: 'server_error' },
      }),
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    refusing(
      'overloaded',
      'nothing left is not too many requests',
      json(
        429,
        error(
          'You exceeded your current quota, please check your plan and billing details.',
          null,
          'insufficient_quota',
        ),
      ),
      { code: 'model_credit_spent', isFinal: true },
    ),
    refusing(
      'wrongKey',
      'a wrong key',
      json(401, error('Incorrect API key provided: sk-proj-0*****mnop.', null, 'invalid_api_key')),
      { code: 'model_misconfigured', isFinal: true, words: /^Incorrect API key provided: \[secret\]/ },
    ),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
          'messages',
          'context_length_exceeded',
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    refusing(
      'filter',
      'a refused prompt',
      json(
        400,
        error(
          'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
          null,
          'invalid_prompt',
        ),
      ),
      { code: 'model_refused', isFinal: true },
    ),
    failing(
      'a filter ends the answer',
      data(word('Good'), delta({}, 'content_filter'), done),
      { code: 'model_refused' },
      'filter',
    ),
    failing(
      'an error within the stream',
      data(word('Good'), { error: { message: 'The server had an error.', type: 'server_error', code: null } }),
      { code: 'model_unavailable', words: 'The server had an error. (server_error)', retryAfterMs: null },
    ),
    breaking(data(word('Good'))),
  ],
};
