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

// https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
// https://github.com/ggml-org/llama.cpp/blob/master/docs/function-calling.md

const begin = delta({ role: 'assistant', content: null });
const good = data(begin, word('Good'), word(' day.'), delta({}, 'stop'), { choices: [], usage }, done);
const error = (code: number, type: string, message: string) => ({ error: { code, message, type } });

export const llamaCpp: Provider = {
  name: 'llama.cpp',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // It ignores parameters that it does not know, has no filter, and caches without being asked.
  lacks: ['refusedParameter', 'filter', 'caching'],
  exchanges: [
    saying('the usage comes last', good),
    saying('no word of usage', data(begin, word('Good'), word(' day.'), delta({}, 'stop'), done), 'estimated'),
    cached(data(begin, word('Good day.'), delta({}, 'stop'), { choices: [], usage: cachedUsage, timings: {} }, done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(begin, word('Good day'), delta({}, 'length'), { choices: [], usage }, done)),
    reasoning(
      'reasoning_content',
      ended(begin, delta({ reasoning_content: 'Let me' }), delta({ reasoning_content: ' see.' }), word('Good day.')),
    ),
    reasoning(
      'without a parser it is in the text',
      ended(begin, word('<think>Let me see.</think>'), word('Good day.')),
    ),
    calling(
      'a call in pieces',
      data(
        begin,
        call({ index: 0, id: 'a', type: 'function', function: { name: 'weather', arguments: '' } }),
        ...pieces.map((piece) => call({ index: 0, function: { arguments: piece } })),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'two calls',
      data(
        begin,
        call({ index: 0, id: 'a', type: 'function', function: weather }),
        call({ index: 1, id: 'b', type: 'function', function: time }),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'reasoning_content of the message that calls',
      data(
        begin,
        delta({ reasoning_content: 'Let me see.' }),
        call({ index: 0, id: 'a', type: 'function', function: weather }),
        delta({}, 'tool_calls'),
        done,
      ),
      { message: { reasoning_content: 'Let me see.' } },
    ),
    refusing('overloaded', 'the model is loaded', json(503, error(503, 'unavailable_error', 'Loading model')), {
      code: 'model_unavailable',
      retryAfterMs: null,
    }),
    refusing('wrongKey', 'a wrong key', json(401, error(401, 'authentication_error', 'Invalid API Key')), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(400, 'exceed_context_size_error', 'the request exceeds the available context size. try increasing it'),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    failing(
      'an error within the stream stands in a field of errors',
      `${data(begin, word('Good'))}error: ${JSON.stringify({ code: 500, message: 'it broke', type: 'server_error' })}\n\n`,
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    breaking(data(begin, word('Good'))),
  ],
};
