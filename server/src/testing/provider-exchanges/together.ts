import { call, data, delta, done, word } from '../chat-stream.ts';
import {
  breaking,
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
import { pieces, time, weather } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://docs.together.ai/reference/chat-completions-1
// https://docs.together.ai/docs/reasoning-models-guide
// https://docs.together.ai/docs/error-codes

const good = data(
  word('Good', { usage: { prompt_tokens: 0, completion_tokens: 0 } }),
  word(' day.'),
  delta({ content: '' }, 'eos', { usage }),
  done,
);
const error = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});

export const together: Provider = {
  name: 'Together',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // No filter that ends an answer, and no cache that is told of.
  lacks: ['filter', 'caching', 'cachedTokens'],
  exchanges: [
    saying('the usage is zero until the end, which is called eos', good),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good day'), delta({ content: '' }, 'length', { usage }), done)),
    effort(good),
    reasoning(
      'reasoning comes beside the content',
      ended(delta({ content: '', reasoning: 'Let me' }), delta({ content: '', reasoning: ' see.' }), word('Good day.')),
    ),
    reasoning('DeepSeek R1 has it in its text', ended(word('<think>\nLet me see.\n</think>\n\n'), word('Good day.'))),
    calling(
      'a call in pieces',
      data(
        call({ index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } }),
        ...pieces.map((piece) => call({ index: 0, id: 'call_a', type: 'function', function: { arguments: piece } })),
        delta({ content: '' }, 'tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'two calls',
      data(
        call({ index: 0, id: 'call_a', type: 'function', function: weather }),
        call({ index: 1, id: 'call_b', type: 'function', function: time }),
        delta({ content: '' }, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning of the message that calls',
      data(
        delta({ content: '', reasoning: 'Let me see.' }),
        call({ index: 0, id: 'call_a', type: 'function', function: weather }),
        delta({}, 'tool_calls'),
        done,
      ),
      { id: 'call_a', message: { reasoning: 'Let me see.' } },
    ),
    leavingOut(
      'a limit that is too large',
      json(
        422,
        error(
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 3900 `inputs` tokens.',
        ),
      ),
      { max_tokens: 500 },
      { temperature: 0.2 },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(429, error('You have reached the rate limit specific to this model.', 'rate_limit', 'rate_limit')),
      { code: 'model_rate_limited', retryAfterMs: null },
    ),
    refusing('overloaded', 'overloaded', json(503, error('The server is overloaded.', null, 'service_unavailable')), {
      code: 'model_unavailable',
      retryAfterMs: null,
    }),
    refusing('wrongKey', 'a wrong key', json(401, error('Invalid API key provided.', 'invalid_api_key')), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing('wrongKey', 'nothing left', json(402, error('Credit limit exceeded.', 'payment_required')), {
      code: 'model_credit_spent',
      isFinal: true,
    }),
    refusing(
      'tooLong',
      'too long a prompt',
      json(422, error('Input validation error: `inputs` must have less than 131072 tokens. Given: 140000')),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    failing('an error within the stream', data(word('Good'), error('The server had an error.', null, 'server_error')), {
      code: 'model_unavailable',
      retryAfterMs: null,
    }),
    breaking(data(word('Good'))),
  ],
};
