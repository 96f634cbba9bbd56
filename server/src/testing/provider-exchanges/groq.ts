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

// https://console.groq.com/docs/api-reference#chat-create
// https://console.groq.com/docs/reasoning
// https://console.groq.com/docs/errors, https://console.groq.com/docs/rate-limits

const begin = delta({ role: 'assistant', content: '' }, null, { x_groq: { id: 'req_01' } });
/** The usage stands in a field of its own. */
const endOf = (reason: string, counts: object = usage) =>
  delta({}, reason, { x_groq: { id: 'req_01', usage: counts } });
const good = data(begin, word('Good'), word(' day.'), endOf('stop'), done);
const error = (message: string, type: string, code?: string) => ({ error: { message, type, code } });

export const groq: Provider = {
  name: 'Groq',
  api: 'openai',
  base: '/openai/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/openai/v1/chat/completions' },
  // No filter of its own; caching needs no request.
  lacks: ['filter', 'caching'],
  exchanges: [
    saying('the usage stands in a field of its own', good),
    cached(data(begin, word('Good day.'), endOf('stop', cachedUsage), done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(begin, word('Good day'), endOf('length'), done)),
    effort(good),
    reasoning(
      'reasoning comes beside an empty content',
      ended(delta({ content: '', reasoning: 'Let me' }), delta({ content: '', reasoning: ' see.' }), word('Good day.')),
    ),
    calling(
      'a whole call',
      data(begin, call({ id: 'call_a', type: 'function', function: weather, index: 0 }), endOf('tool_calls'), done),
    ),
    callingBoth(
      'two whole calls',
      data(
        begin,
        call({ id: 'call_a', type: 'function', function: weather, index: 0 }),
        call({ id: 'call_b', type: 'function', function: time, index: 1 }),
        endOf('tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning of the message that calls',
      data(
        begin,
        delta({ reasoning: 'Let me see.' }),
        call({ id: 'call_a', type: 'function', function: weather, index: 0 }),
        endOf('tool_calls'),
        done,
      ),
      { id: 'call_a', message: { reasoning: 'Let me see.' } },
    ),
    leavingOut(
      'a property that is not supported',
      json(400, error("property 'stream_options' is unsupported", 'invalid_request_error')),
      { stream_options: { include_usage: true } },
      { stream_options: undefined, stream: true },
    ),
    refusing(
      'overloaded',
      'too many tokens a minute',
      json(
        429,
        error(
          'Rate limit reached for model `m` on tokens per minute (TPM): Limit 7000, Used 6148, Requested 7895. Please try again in 7.67s.',
          'tokens',
          'rate_limit_exceeded',
        ),
        { 'retry-after': '8' },
      ),
      { code: 'model_rate_limited', retryAfterMs: 8_000 },
    ),
    refusing(
      'overloaded',
      'its capacity is used up',
      json(498, error('Flex tier capacity exceeded.', 'capacity_exceeded')),
      {
        code: 'model_rate_limited',
        retryAfterMs: null,
      },
    ),
    refusing(
      'wrongKey',
      'a wrong key',
      json(401, error('Invalid API Key', 'invalid_request_error', 'invalid_api_key')),
      {
        code: 'model_misconfigured',
        isFinal: true,
      },
    ),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(
          'Please reduce the length of the messages or completion.',
          'invalid_request_error',
          'context_length_exceeded',
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    refusing(
      'tooLong',
      'a prompt beyond the tokens of a minute',
      json(
        413,
        error(
          'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 6294, please reduce your message size and try again.',
          'tokens',
          'rate_limit_exceeded',
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    failing(
      'an error within the stream',
      `${data(begin, word('Good'))}event: error\n${data({
        error: {
          message: 'Failed to call a function.',
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          status_code: 400,
        },
      })}`,
      { code: 'model_request_refused' },
    ),
    breaking(data(begin, word('Good'))),
  ],
};
