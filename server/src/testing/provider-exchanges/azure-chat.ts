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

// https://learn.microsoft.com/azure/ai-foundry/openai/latest (chat completions of the v1 API)
// https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
// https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming

const safe = { hate: { filtered: false, severity: 'safe' }, violence: { filtered: false, severity: 'safe' } };
/** Verdicts on the prompt come before the answer. */
const judged = {
  choices: [],
  created: 0,
  id: '',
  model: '',
  object: '',
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: safe }],
};
const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop', content_filter_results: {} }] };
const good = data(judged, word('Good'), word(' day.'), end, { choices: [], usage }, done);

export const azureChat: Provider = {
  name: 'Azure (OpenAI-shaped)',
  api: 'openai',
  base: '/openai/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/openai/v1/chat/completions' },
  // As OpenAI.
  lacks: ['reasoning', 'extras', 'laterExtras', 'caching'],
  exchanges: [
    saying('verdicts on the prompt come first', good),
    saying(
      'verdicts on the answer come without a delta',
      data(
        word('Good'),
        {
          choices: [
            {
              index: 0,
              finish_reason: null,
              content_filter_results: safe,
              content_filter_offsets: { check_offset: 1 },
            },
          ],
        },
        word(' day.'),
        delta({}, 'stop'),
        done,
      ),
      'estimated',
    ),
    cached(data(judged, word('Good day.'), end, { choices: [], usage: cachedUsage }, done)),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(judged, word('Good day'), delta({}, 'length'), { choices: [], usage }, done)),
    effort(good),
    calling(
      'a call in pieces',
      data(
        judged,
        call({ index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } }),
        ...pieces.map((piece) => call({ index: 0, function: { arguments: piece } })),
        delta({}, 'tool_calls', { content_filter_results: {} }),
        done,
      ),
    ),
    callingBoth(
      'two calls',
      data(
        judged,
        call({ index: 0, id: 'call_a', type: 'function', function: weather }),
        call({ index: 1, id: 'call_b', type: 'function', function: time }),
        delta({}, 'tool_calls'),
        done,
      ),
    ),
    returning(
      'the result goes back',
      data(
        judged,
        call({ index: 0, id: 'call_a', type: 'function', function: weather }),
        delta({}, 'tool_calls'),
        done,
      ),
      { id: 'call_a' },
    ),
    leavingOut(
      'an argument that is not recognised',
      json(400, {
        error: {
          message: 'Unrecognized request argument supplied: stream_options',
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      }),
      { stream_options: { include_usage: true } },
      { stream_options: undefined, stream: true },
    ),
    refusing(
      'filter',
      'a filter refuses the prompt',
      json(400, {
        error: {
          code: 'content_filter',
          message: 'The response was filtered due to the prompt triggering the content management policy.',
          param: 'prompt',
          status: 400,
          innererror: {
            code: 'ResponsibleAIPolicyViolation',
            content_filter_result: { violence: { filtered: true, severity: 'high' } },
          },
        },
      }),
      { code: 'model_refused', isFinal: true },
    ),
    failing(
      'a filter ends the answer',
      data(
        judged,
        word('Good'),
        {
          choices: [
            {
              index: 0,
              delta: {},
              finish_reason: 'content_filter',
              content_filter_results: { violence: { filtered: true, severity: 'medium' } },
            },
          ],
        },
        done,
      ),
      { code: 'model_refused' },
      'filter',
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(
        429,
        {
          error: { code: '429', message: 'Requests have exceeded the call rate limit. Please retry after 4 seconds.' },
        },
        { 'retry-after': '5', 'retry-after-ms': '4200' },
      ),
      { code: 'model_rate_limited', retryAfterMs: 4_200 },
    ),
    refusing(
      'wrongKey',
      'a wrong key',
      json(401, {
        error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' },
      }),
      { code: 'model_misconfigured', isFinal: true },
    ),
    refusing(
      'wrongKey',
      'no such deployment',
      json(404, {
        error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
      }),
      { code: 'model_misconfigured', isFinal: true },
    ),
    refusing(
      'tooLong',
      'too long a prompt',
      json(400, {
        error: {
          message: "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.",
          type: 'invalid_request_error',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      }),
      { code: 'model_context_exceeded', isFinal: true },
    ),
    failing(
      'an error within the stream',
      data(judged, word('Good'), { error: { message: 'The server had an error.', type: 'server_error', code: null } }),
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    breaking(data(judged, word('Good'))),
  ],
};
