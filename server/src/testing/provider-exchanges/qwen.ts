import { call, data, delta, done, word } from '../chat-stream.ts';
import {
  breaking,
  cached,
  cachedUsage,
  calling,
  callingBoth,
  chatRequest,
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

// https://www.alibabacloud.com/help/en/model-studio/use-qwen-by-calling-api
// https://www.alibabacloud.com/help/en/model-studio/deep-thinking
// https://www.alibabacloud.com/help/en/model-studio/error-code

const good = data(
  delta({ content: '', role: 'assistant' }, null, { usage: null, system_fingerprint: null }),
  word('Good', { usage: null }),
  word(' day.', { usage: null }),
  delta({ content: '' }, 'stop', { usage: null }),
  { ...delta({}), choices: [], usage },
  done,
);
const thoughts = [
  delta({ content: null, role: 'assistant', reasoning_content: '' }),
  delta({ content: null, reasoning_content: 'Let me' }),
  delta({ content: null, reasoning_content: ' see.' }),
];
const error = (message: string, code: string, type = code) => ({
  error: { message, type, param: null, code },
  request_id: '7d2b1c0e',
});

export const qwen: Provider = {
  name: 'Qwen',
  api: 'openai',
  base: '/compatible-mode/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/compatible-mode/v1/chat/completions' },
  // Thinking has a switch and a budget of tokens, by fields of its own.
  lacks: ['effort'],
  exchanges: [
    saying('the usage comes last, without choices', good),
    cached(data(word('Good day.'), delta({ content: '' }, 'stop'), { choices: [], usage: cachedUsage }, done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good day'), delta({ content: '' }, 'length'), { choices: [], usage }, done)),
    reasoning(
      'reasoning_content comes before the content',
      ended(...thoughts, delta({ content: 'Good', reasoning_content: null }), word(' day.')),
    ),
    reasoning(
      'the open model without a parser has it in its text',
      ended(word('<think>'), word('\n'), word('Let me see.'), word('</think>'), word('\n\nGood day.')),
    ),
    calling(
      'a call in pieces, with an empty id behind the first',
      data(
        call({ index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } }),
        ...pieces.map((piece) => call({ index: 0, id: '', type: 'function', function: { arguments: piece } })),
        delta({ content: null }, 'tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'two calls, with empty ids behind the first pieces',
      data(
        call({ index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } }),
        call({ index: 0, id: '', type: 'function', function: { arguments: weather.arguments } }),
        call({ index: 1, id: 'call_b', type: 'function', function: { name: 'time', arguments: '' } }),
        call({ index: 1, id: '', type: 'function', function: { arguments: time.arguments } }),
        delta({ content: null }, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning_content of the message that calls',
      data(
        ...thoughts,
        call({ index: 0, id: 'call_a', type: 'function', function: weather }),
        delta({ content: null }, 'tool_calls'),
        done,
      ),
      { id: 'call_a', message: { reasoning_content: 'Let me see.' } },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(429, error('Requests rate limit exceeded, please try again later.', 'limit_requests')),
      { code: 'model_rate_limited', retryAfterMs: null },
    ),
    refusing(
      'wrongKey',
      'a wrong key',
      json(401, error('Incorrect API key provided.', 'invalid_api_key', 'invalid_request_error')),
      { code: 'model_misconfigured', isFinal: true },
    ),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(
          '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]',
          'invalid_parameter_error',
          'invalid_request_error',
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    refusing(
      'filter',
      'a refused prompt',
      json(400, error('Input data may contain inappropriate content.', 'data_inspection_failed')),
      { code: 'model_refused', isFinal: true },
    ),
    failing(
      'a refused answer',
      data(word('Good'), error('Output data may contain inappropriate content.', 'data_inspection_failed')),
      { code: 'model_refused' },
      'filter',
    ),
    failing(
      'an error within the stream',
      data(word('Good'), error('An internal error has occured, please try again later.', 'internal_error')),
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    breaking(data(delta({ content: '', role: 'assistant' }), word('Good'))),
  ],
};
