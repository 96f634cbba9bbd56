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

// https://docs.x.ai/docs/api-reference#chat-completions
// https://docs.x.ai/docs/guides/reasoning
// https://docs.x.ai/docs/key-information/debugging

const good = data(
  delta({ role: 'assistant', content: 'Good' }),
  word(' day.'),
  delta({ content: '' }, 'stop'),
  { ...delta({}), choices: [], usage },
  done,
);

export const xai: Provider = {
  name: 'xAI',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // Caching needs no request.
  lacks: ['caching'],
  exchanges: [
    saying('the role comes with the first word', good),
    cached(data(word('Good day.'), delta({ content: '' }, 'stop'), { choices: [], usage: cachedUsage }, done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good day'), delta({ content: '' }, 'length'), { choices: [], usage }, done)),
    effort(good),
    reasoning(
      'reasoning_content comes before the content',
      ended(
        delta({ role: 'assistant', reasoning_content: 'Let me' }),
        delta({ reasoning_content: ' see.' }),
        delta({ content: 'Good' }),
        word(' day.'),
      ),
    ),
    calling(
      'a whole call in one event',
      data(
        delta({ role: 'assistant', tool_calls: [{ id: 'call_a', function: weather, index: 0, type: 'function' }] }),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'two whole calls in one event',
      data(
        delta({
          role: 'assistant',
          tool_calls: [
            { id: 'call_a', function: weather, index: 0, type: 'function' },
            { id: 'call_b', function: time, index: 1, type: 'function' },
          ],
        }),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning_content of the message that calls',
      data(
        delta({ role: 'assistant', reasoning_content: 'Let me see.' }),
        call({ id: 'call_a', function: weather, index: 0, type: 'function' }),
        delta({}, 'tool_calls'),
        done,
      ),
      { id: 'call_a', message: { reasoning_content: 'Let me see.' } },
    ),
    leavingOut(
      'a parameter that the model does not know',
      json(400, {
        code: 'Client specified an invalid argument',
        error: 'Argument not supported on this model: temperature',
      }),
      { temperature: 0.2 },
      { temperature: undefined, max_tokens: 500 },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(429, {
        code: 'Some resource has been exhausted',
        error: 'Too many requests for team: your rate limit is 60 requests per minute.',
      }),
      { code: 'model_rate_limited', retryAfterMs: null },
    ),
    refusing(
      'wrongKey',
      'a wrong key is a bad request',
      json(400, {
        code: 'Client specified an invalid argument',
        error: 'Incorrect API key provided: sk***op. You can obtain an API key from https://console.x.ai.',
      }),
      { code: 'model_misconfigured', isFinal: true },
    ),
    refusing(
      'tooLong',
      'too long a prompt',
      json(400, {
        code: 'Client specified an invalid argument',
        error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      }),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    refusing(
      'filter',
      'a refused prompt',
      json(403, {
        code: 'The caller does not have permission to execute the specified operation',
        error: 'Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO',
      }),
      { code: 'model_refused', isFinal: true },
    ),
    failing(
      'an error within the stream',
      data(word('Good'), { error: { message: 'The service is temporarily unavailable.', code: 503 } }),
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    breaking(data(delta({ role: 'assistant', content: 'Good' }))),
  ],
};
