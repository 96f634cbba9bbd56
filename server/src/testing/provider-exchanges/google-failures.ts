import type { ProviderExchange } from './exchange.ts';
import { body, end, parts, word } from './google-stream.ts';
import { exchange } from './native-exchanges.ts';
import { withTools } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://ai.google.dev/gemini-api/docs/troubleshooting
// https://ai.google.dev/api/generate-content#FinishReason, #BlockReason

export const error = (code: number, status: string, message: string, details?: readonly object[]) => ({
  error: { code, message, status, details },
});
/** The pause (https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto). */
const retryIn = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });

const filtered = (reason: string): ProviderExchange =>
  exchange(
    `${reason} ends the answer`,
    ['filter'],
    body(word('Good'), { ...end(reason), candidates: [{ finishReason: reason, index: 0 }] }),
    {
      text: 'Good',
      usage: { input: 7, output: 3 },
      failure: { code: 'model_refused', isFinal: true },
    },
  );
const blocked = (reason: string): ProviderExchange =>
  exchange(
    `a prompt blocked for ${reason}`,
    ['filter'],
    body({ promptFeedback: { blockReason: reason }, usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 } }),
    { text: '', failure: { code: 'model_refused', isFinal: true } },
  );

export const googleFailures: readonly ProviderExchange[] = [
  ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'].map(filtered),
  ...['SAFETY', 'PROHIBITED_CONTENT', 'OTHER'].map(blocked),
  exchange('a language that it does not speak is refused', ['filter'], body(word('Good'), end('LANGUAGE')), {
    text: 'Good',
    failure: { code: 'model_refused' },
  }),
  exchange(
    'a call that it has written wrongly is a failure',
    ['errorInStream'],
    body(word('Good'), {
      candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: x', index: 0 }],
      usageMetadata: { promptTokenCount: 7 },
    }),
    { text: 'Good', failure: { code: 'model_unavailable', retryAfterMs: null } },
    { ask: withTools },
  ),
  exchange(
    'a call that was not asked for is a failure',
    ['errorInStream'],
    body(word('Good'), { candidates: [{ finishReason: 'UNEXPECTED_TOOL_CALL', index: 0 }] }),
    { text: 'Good', failure: { code: 'model_unavailable', retryAfterMs: null } },
  ),
  exchange('an end without a reason of its own is one', ['text'], body(word('Good day.'), end('OTHER')), {
    text: 'Good day.',
  }),
  refusing(
    'overloaded',
    'too fast is not a spent account, though it is called a quota',
    json(
      429,
      error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.', [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'PerMinute' }] },
        retryIn('34.074824224s'),
      ]),
    ),
    { code: 'model_rate_limited', retryAfterMs: 34_075 },
  ),
  refusing(
    'overloaded',
    'overloaded',
    json(503, error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')),
    { code: 'model_unavailable', retryAfterMs: null },
  ),
  refusing('overloaded', 'an error of its own', json(500, error(500, 'INTERNAL', 'An internal error has occurred.')), {
    code: 'model_unavailable',
    retryAfterMs: null,
  }),
  refusing('overloaded', 'it took too long', json(504, error(504, 'DEADLINE_EXCEEDED', 'Deadline expired.')), {
    code: 'model_timeout',
  }),
  refusing(
    'wrongKey',
    'a wrong key is a bad request',
    json(
      400,
      error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      ]),
    ),
    { code: 'model_misconfigured', isFinal: true },
  ),
  refusing(
    'wrongKey',
    'a key without the right',
    json(403, error(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.')),
    { code: 'model_misconfigured', isFinal: true },
  ),
  refusing(
    'wrongKey',
    'no such model',
    json(404, error(404, 'NOT_FOUND', 'models/gemini-x is not found for API version v1beta')),
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
  refusing(
    'wrongKey',
    'a country in which it is not offered',
    json(400, error(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.')),
    { code: 'model_request_refused', isFinal: true },
  ),
  exchange(
    'an error within the stream',
    ['errorInStream'],
    body(word('Good'), error(503, 'UNAVAILABLE', 'The service is currently unavailable.')),
    {
      text: 'Good',
      usage: 'estimated',
      failure: { code: 'model_unavailable', words: /^The service is currently unavailable\./, retryAfterMs: null },
    },
  ),
  exchange(
    'too many requests within the stream',
    ['errorInStream'],
    body(word('Good'), error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted.')),
    { text: 'Good', failure: { code: 'model_rate_limited', retryAfterMs: null } },
  ),
  exchange('an error before the first word', ['errorInStream'], body(error(500, 'INTERNAL', 'An internal error.')), {
    text: '',
    failure: { code: 'model_unavailable', retryAfterMs: null },
  }),
  exchange('a chunk that is no JSON', ['errorInStream'], `${body(word('Good'))}data: {"candidates": [{"con\r\n\r\n`, {
    text: 'Good',
    failure: { code: 'model_answer_unusable' },
  }),
  exchange('a stream of nothing', ['errorInStream'], '', { text: '', failure: { code: 'model_answer_unusable' } }),
  exchange('parts, but no end', ['broken'], body(parts([{ text: 'Good' }])), {
    text: 'Good',
    usage: 'estimated',
    failure: { code: 'model_unavailable', retryAfterMs: null },
  }),
  exchange(
    'a broken connection keeps what was said',
    ['broken'],
    body(word('Good')),
    { text: 'Good', usage: 'estimated', failure: { code: 'model_unavailable', retryAfterMs: null } },
    { isBroken: true },
  ),
];
