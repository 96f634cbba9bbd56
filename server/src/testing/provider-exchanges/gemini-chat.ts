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

// https://ai.google.dev/gemini-api/docs/openai
// https://ai.google.dev/gemini-api/docs/thought-signatures
// https://ai.google.dev/gemini-api/docs/troubleshooting

const signature = { google: { thought_signature: 'CtEBAVSoXO' } };
const thought = { extra_content: { google: { thought: true } } };
const good = data(
  word('Good', { usage: { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 } }),
  delta({ content: ' day.', role: 'assistant' }, 'stop', { usage }),
  done,
);
const error = (code: number, status: string, message: string, details?: readonly object[]) => [
  { error: { code, message, status, details } },
];
/** The pause (https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto). */
const retryIn = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });

export const geminiChat: Provider = {
  name: 'Gemini (OpenAI-shaped)',
  api: 'openai',
  base: '/v1beta/openai',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1beta/openai/chat/completions' },
  // Caching needs no request.
  lacks: ['caching'],
  exchanges: [
    saying('the usage stands in each event, and grows', good),
    cached(data(delta({ content: 'Good day.', role: 'assistant' }, 'stop', { usage: cachedUsage }), done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good'), delta({ content: ' day' }, 'length', { usage }), done)),
    effort(good),
    reasoning(
      'thoughts stand in a tag of their own',
      ended(
        delta({ content: '<thought>Let me', ...thought }),
        delta({ content: ' see.', ...thought }),
        word('</thought>Good day.'),
      ),
    ),
    calling(
      'a whole call',
      data(
        delta(
          { role: 'assistant', tool_calls: [{ index: 0, id: 'a', type: 'function', function: weather }] },
          'tool_calls',
        ),
        done,
      ),
    ),
    callingBoth(
      'whole calls, one index for both',
      data(
        call({ index: 0, id: 'a', function: weather }),
        call({ index: 0, id: 'b', function: time }),
        delta({}, 'stop'),
        done,
      ),
    ),
    callingBoth(
      'whole calls with empty ids',
      data(
        call({ index: 0, id: '', function: weather }),
        call({ index: 0, id: '', function: time }),
        delta({}, 'stop'),
        done,
      ),
    ),
    returning(
      'a signature of the call',
      data(call({ index: 0, id: 'a', function: weather, extra_content: signature }), delta({}, 'tool_calls'), done),
      { call: { extra_content: signature } },
    ),
    returning(
      'a signature of the call that comes later',
      data(
        call({ index: 0, id: 'a', function: weather }),
        call({ index: 0, function: { arguments: '' }, extra_content: signature }),
        done,
      ),
      { call: { extra_content: signature } },
    ),
    leavingOut(
      'a name that is not known',
      json(
        400,
        error(
          400,
          'INVALID_ARGUMENT',
          'Invalid JSON payload received. Unknown name "stream_options": Cannot find field.',
        ),
      ),
      { stream_options: { include_usage: true } },
      { stream_options: undefined, stream: true },
    ),
    refusing(
      'overloaded',
      'too fast is not a spent account, though it is called a quota',
      json(429, error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [retryIn('34.5s')])),
      { code: 'model_rate_limited', retryAfterMs: 34_500 },
    ),
    refusing(
      'overloaded',
      'overloaded',
      json(503, error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')),
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    refusing(
      'wrongKey',
      'a wrong key is a bad request',
      json(400, error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.')),
      { code: 'model_misconfigured', isFinal: true },
    ),
    refusing(
      'tooLong',
      'too long a prompt',
      json(
        400,
        error(
          400,
          'INVALID_ARGUMENT',
          'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    failing(
      'a filter ends the answer',
      data(word('Good'), delta({}, 'SAFETY'), done),
      { code: 'model_refused' },
      'filter',
    ),
    failing(
      'an error within the stream',
      data(word('Good'), error(503, 'UNAVAILABLE', 'The service is currently unavailable.')),
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    breaking(data(word('Good', { usage: { prompt_tokens: 0, completion_tokens: 0 } }))),
  ],
};
