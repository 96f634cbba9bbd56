import { call, data, delta, done, word } from '../chat-stream.ts';
import {
  breaking,
  cached,
  calling,
  callingBoth,
  chatRequest,
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
import { pieces, time, weather } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://platform.kimi.ai/docs/api/chat
// https://platform.kimi.ai/docs/api/errors
// https://www.kimi.com/code/docs/en/kimi-code/error-reference.html

/** The usage stands within the choice. */
const endOf = (reason: string, counts: object = usage) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: {}, finish_reason: reason, usage: counts }],
});
const good = data(delta({ role: 'assistant', content: '' }), word('Good'), word(' day.'), endOf('stop'), done);
const thoughts = [delta({ reasoning_content: 'Let me' }), delta({ reasoning_content: ' see.' })];
const error = (message: string, type: string) => ({ error: { message, type } });

export const kimi: Provider = {
  name: 'Kimi',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // Thinking is on or off, by a field of its own; caching needs no request.
  lacks: ['effort', 'caching'],
  exchanges: [
    saying('the usage stands within the choice', good),
    cached(
      data(
        word('Good day.'),
        endOf('stop', { prompt_tokens: 1_000, completion_tokens: 3, total_tokens: 1_003, cached_tokens: 900 }),
        done,
      ),
    ),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good day'), endOf('length'), done)),
    reasoning('reasoning_content comes before the content', ended(...thoughts, word('Good'), word(' day.'))),
    calling(
      'a call in pieces, whose id has its name',
      data(
        call({ index: 0, id: 'weather:0', type: 'function', function: { name: 'weather', arguments: '' } }),
        ...pieces.map((piece) => call({ index: 0, function: { arguments: piece } })),
        endOf('tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'two calls',
      data(
        call({ index: 0, id: 'weather:0', type: 'function', function: weather }),
        call({ index: 1, id: 'time:1', type: 'function', function: time }),
        endOf('tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning_content of the message that calls',
      data(
        ...thoughts,
        call({ index: 0, id: 'weather:0', type: 'function', function: weather }),
        endOf('tool_calls'),
        done,
      ),
      { id: 'weather:0', message: { reasoning_content: 'Let me see.' } },
    ),
    leavingOut(
      'only its own temperature',
      json(400, error('invalid temperature: only 1 is allowed for this model', 'invalid_request_error')),
      { temperature: 0.2 },
      { temperature: undefined, max_tokens: 500 },
    ),
    refusing(
      'overloaded',
      'overloaded',
      json(429, error('The engine is currently overloaded, please try again later', 'engine_overloaded_error')),
      { code: 'model_rate_limited', retryAfterMs: null },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(
        429,
        error('Your account has reached its max RPM: 20, please try again after 1 seconds', 'rate_limit_reached_error'),
      ),
      { code: 'model_rate_limited', retryAfterMs: null },
    ),
    refusing('wrongKey', 'a wrong key', json(401, error('Invalid Authentication', 'invalid_authentication_error')), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing(
      'wrongKey',
      'nothing left',
      json(
        429,
        error(
          'Your account is not active: you exceeded your current quota, please check your account balance',
          'exceeded_current_quota_error',
        ),
      ),
      { code: 'model_credit_spent', isFinal: true },
    ),
    refusing('tooLong', 'too long a prompt', json(400, error('Input token length too long', 'invalid_request_error')), {
      code: 'model_context_exceeded',
      isFinal: true,
    }),
    refusing(
      'tooLong',
      'prompt and answer together are too long',
      json(400, error('Your request exceeded model token limit: 262144', 'invalid_request_error')),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    refusing(
      'filter',
      'a refused prompt',
      json(400, error('The request was rejected because it was considered high risk', 'content_filter')),
      { code: 'model_refused', isFinal: true },
    ),
    failing(
      'a filter ends the answer',
      data(word('Good'), endOf('content_filter'), done),
      { code: 'model_refused' },
      'filter',
    ),
    failing('an error within the stream', data(word('Good'), error('The server had an error.', 'server_error')), {
      code: 'model_unavailable',
      retryAfterMs: null,
    }),
    breaking(data(delta({ role: 'assistant', content: '' }), word('Good'))),
  ],
};
