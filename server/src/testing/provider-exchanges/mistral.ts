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

// https://docs.mistral.ai/api/endpoint/chat
// https://docs.mistral.ai/capabilities/reasoning
// https://docs.mistral.ai/capabilities/function_calling

const good = data(
  delta({ role: 'assistant', content: [{ type: 'text', text: 'Good' }] }),
  word(' day.'),
  delta({ content: '' }, 'stop', { usage }),
  done,
);
const think = (text: string) => delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] });
const error = (message: unknown, type: string, code: string | null = null) => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
});

export const mistral: Provider = {
  name: 'Mistral',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // Caching needs no request.
  lacks: ['caching'],
  exchanges: [
    saying('content in parts', good),
    cached(data(word('Good day.'), delta({ content: '' }, 'stop', { usage: cachedUsage }), done)),
    instructing(good),
    picturing(good),
    picturingResult(json(400, { object: 'error', message: "Unexpected role 'user' after role 'tool'", code: '3230' })),
    limiting(data(word('Good day'), delta({ content: '' }, 'length', { usage }), done)),
    effort(good),
    reasoning(
      'thoughts are parts of the content',
      ended(think('Let me'), think(' see.'), delta({ content: [{ type: 'text', text: 'Good' }] }), word(' day.')),
    ),
    calling(
      'a whole call with the reason to end',
      data(
        delta({ content: '', tool_calls: [{ id: 'D681PevKs', function: weather, index: 0 }] }, 'tool_calls', { usage }),
        done,
      ),
    ),
    callingBoth(
      'two whole calls in one event',
      data(
        delta(
          {
            content: '',
            tool_calls: [
              { id: 'D681PevKs', function: weather, index: 0 },
              { id: 'a8Xk2Lm9Q', function: time, index: 1 },
            ],
          },
          'tool_calls',
          { usage },
        ),
        done,
      ),
    ),
    returning(
      'the result goes back',
      data(call({ id: 'D681PevKs', function: weather, index: 0 }, 'tool_calls'), done),
      {
        id: 'D681PevKs',
      },
    ),
    returning(
      'the parts of its content, as a part of them is a thought',
      data(
        think('Let me'),
        think(' see.'),
        delta({ content: [{ type: 'text', text: 'I' }] }),
        delta({ content: ' look.' }),
        call({ id: 'D681PevKs', function: weather, index: 0 }, 'tool_calls'),
        done,
      ),
      {
        id: 'D681PevKs',
        message: {
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'Let me see.' }] },
            { type: 'text', text: 'I look.' },
          ],
        },
      },
    ),
    returning(
      'content in parts without a thought goes back as text',
      data(
        delta({ content: [{ type: 'text', text: 'I look.' }] }),
        call({ id: 'D681PevKs', function: weather, index: 0 }, 'tool_calls'),
        done,
      ),
      { id: 'D681PevKs', text: 'I look.' },
    ),
    leavingOut(
      'an input that is not permitted',
      json(
        422,
        error(
          {
            detail: [
              {
                type: 'extra_forbidden',
                loc: ['body', 'stream_options'],
                msg: 'Extra inputs are not permitted',
                input: { include_usage: true },
              },
            ],
          },
          'invalid_request_error',
        ),
      ),
      { stream_options: { include_usage: true } },
      { stream_options: undefined, stream: true },
    ),
    refusing('overloaded', 'too many requests', json(429, error('Rate limit exceeded', 'rate_limited', '1300')), {
      code: 'model_rate_limited',
      retryAfterMs: null,
    }),
    refusing(
      'overloaded',
      'its capacity is used up',
      json(429, error('Service tier capacity exceeded for this model.', 'service_tier_capacity_exceeded', '3505')),
      { code: 'model_rate_limited', retryAfterMs: null },
    ),
    refusing('wrongKey', 'a wrong key', json(401, { detail: 'Unauthorized' }), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing('wrongKey', 'no such model', json(400, error('Invalid model: foo', 'invalid_model', '1500')), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(
          'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
          'invalid_request_prompt',
          '3051',
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    failing('an error ends the answer', data(word('Good'), delta({ content: '' }, 'error', { usage }), done), {
      code: 'model_unavailable',
      retryAfterMs: null,
    }),
    breaking(data(delta({ role: 'assistant', content: '' }), word('Good'))),
  ],
};
