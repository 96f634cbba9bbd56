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
import { pieces, time, weather } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
// https://docs.vllm.ai/en/latest/features/reasoning_outputs.html
// https://docs.vllm.ai/en/latest/features/tool_calling.html

const begin = delta({ role: 'assistant', content: '' });
const counting = (counts: object) => ({ id: 'x', object: 'chat.completion.chunk', usage: counts });
const good = data(begin, word('Good'), word(' day.'), delta({ content: '' }, 'stop'), counting(usage), done);
const error = (message: string, type: string, code: number) => ({ object: 'error', message, type, param: null, code });

export const vllm: Provider = {
  name: 'vLLM',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // No filter; caching needs no request.
  lacks: ['filter', 'caching'],
  exchanges: [
    saying('the usage comes without choices', good),
    cached(data(begin, word('Good day.'), delta({ content: '' }, 'stop'), counting(cachedUsage), done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(begin, word('Good day'), delta({ content: '' }, 'length'), counting(usage), done)),
    effort(good),
    reasoning(
      'reasoning_content',
      ended(begin, delta({ reasoning_content: 'Let me' }), delta({ reasoning_content: ' see.' }), word('Good day.')),
    ),
    reasoning(
      'reasoning, since 0.12',
      ended(begin, delta({ reasoning: 'Let me' }), delta({ reasoning: ' see.' }), word('Good day.')),
    ),
    calling(
      'a call in pieces',
      data(
        begin,
        call({ index: 0, id: 'chatcmpl-tool-a', type: 'function', function: { name: 'weather' } }),
        ...pieces.map((piece) => call({ index: 0, function: { arguments: piece } })),
        delta({ content: '' }, 'tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'two calls',
      data(
        begin,
        call({ index: 0, id: 'chatcmpl-tool-a', type: 'function', function: weather }),
        call({ index: 1, id: 'chatcmpl-tool-b', type: 'function', function: time }),
        delta({ content: '' }, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning of the message that calls',
      data(
        begin,
        delta({ reasoning: 'Let me see.' }),
        call({ index: 0, id: 'chatcmpl-tool-a', type: 'function', function: weather }),
        delta({ content: '' }, 'tool_calls'),
        done,
      ),
      { id: 'chatcmpl-tool-a', message: { reasoning: 'Let me see.' } },
    ),
    leavingOut(
      'an input that is not permitted',
      json(
        400,
        error(
          "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]",
          'BadRequestError',
          400,
        ),
      ),
      { stream_options: { include_usage: true } },
      { stream_options: undefined, stream: true },
    ),
    refusing('overloaded', 'no room', json(503, error('The server is overloaded.', 'ServiceUnavailableError', 503)), {
      code: 'model_unavailable',
      retryAfterMs: null,
    }),
    refusing(
      'overloaded',
      'a proxy before it names the pause',
      json(429, { error: { message: 'Too many requests', type: 'rate_limit', code: 429 } }, { 'retry-after': '2' }),
      { code: 'model_rate_limited', retryAfterMs: 2_000 },
    ),
    refusing('wrongKey', 'a wrong key', json(401, { error: 'Unauthorized' }), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing('wrongKey', 'no such model', json(404, error('The model `m` does not exist.', 'NotFoundError', 404)), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(
          "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens.",
          'BadRequestError',
          400,
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    failing('an error within the stream', data(begin, word('Good'), error('Too long.', 'BadRequestError', 400)), {
      code: 'model_request_refused',
      words: 'Too long. (400)',
    }),
    breaking(data(begin, word('Good'))),
  ],
};
