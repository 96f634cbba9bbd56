import { body, end, start, textBlock } from './anthropic-stream.ts';
import type { ProviderExchange } from './exchange.ts';
import { exchange } from './native-exchanges.ts';
import { json, refusing } from './refusals.ts';

// https://platform.claude.com/docs/en/api/errors
// https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons

const error = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_01' });
const overloaded = error('overloaded_error', 'Overloaded');
const begun = [start(), ...textBlock(0, 'Good').slice(0, -1)];

export const anthropicFailures: readonly ProviderExchange[] = [
  exchange(
    'a refusal ends the answer',
    ['filter'],
    body(
      ...begun,
      { type: 'content_block_stop', index: 0 },
      ...end('refusal', { stop_details: { type: 'refusal', category: 'cyber', explanation: 'x' } }),
    ),
    { text: 'Good', usage: { input: 7, output: 3 }, failure: { code: 'model_refused', isFinal: true } },
  ),
  exchange('a refusal before the first word', ['filter'], body(start(), ...end('refusal')), {
    text: '',
    failure: { code: 'model_refused', isFinal: true },
  }),
  exchange(
    'a turn that pauses ends with what it has said',
    ['text'],
    body(start(), ...textBlock(0, 'Good day.'), ...end('pause_turn')),
    { text: 'Good day.' },
  ),
  exchange(
    'a context that is used up within the answer ends it as its limit does',
    ['limit'],
    body(start(), ...textBlock(0, 'Good day'), ...end('model_context_window_exceeded')),
    { text: 'Good day' },
  ),
  refusing('overloaded', 'overloaded', json(529, overloaded), { code: 'model_unavailable', retryAfterMs: null }),
  refusing(
    'overloaded',
    'too many requests',
    json(429, error('rate_limit_error', 'This request would exceed your organization’s rate limit.'), {
      'retry-after': '7',
      'request-id': 'req_01',
    }),
    { code: 'model_rate_limited', retryAfterMs: 7_000 },
  ),
  refusing('overloaded', 'an error of its own', json(500, error('api_error', 'Internal server error')), {
    code: 'model_unavailable',
    retryAfterMs: null,
  }),
  refusing('overloaded', 'it took too long', json(504, error('timeout_error', 'The request timed out.')), {
    code: 'model_timeout',
  }),
  refusing('wrongKey', 'a wrong key', json(401, error('authentication_error', 'invalid x-api-key')), {
    code: 'model_misconfigured',
    isFinal: true,
    words: /^invalid x-api-key/,
  }),
  refusing(
    'wrongKey',
    'a key without the right',
    json(403, error('permission_error', 'Your API key does not have permission.')),
    {
      code: 'model_misconfigured',
      isFinal: true,
    },
  ),
  refusing('wrongKey', 'no such model', json(404, error('not_found_error', 'model: claude-x')), {
    code: 'model_misconfigured',
    isFinal: true,
  }),
  refusing(
    'wrongKey',
    'nothing left',
    json(400, error('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.')),
    { code: 'model_credit_spent', isFinal: true },
  ),
  refusing(
    'wrongKey',
    'an account that is not paid',
    json(402, error('billing_error', 'There is an issue with your billing.')),
    {
      code: 'model_credit_spent',
      isFinal: true,
    },
  ),
  refusing(
    'tooLong',
    'too long a prompt',
    json(400, error('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum')),
    { code: 'model_context_exceeded', isFinal: true },
  ),
  refusing(
    'tooLong',
    'prompt and answer together are too long',
    json(
      400,
      error('invalid_request_error', 'input length and `max_tokens` exceed context limit: 199000 + 8000 > 200000'),
    ),
    { code: 'model_context_exceeded', isFinal: true },
  ),
  refusing(
    'tooLong',
    'too large a request',
    json(413, error('request_too_large', 'Request exceeds the maximum size')),
    {
      code: 'model_context_exceeded',
      isFinal: true,
    },
  ),
  exchange('overloaded before the first event', ['errorInStream'], body(overloaded), {
    text: '',
    failure: { code: 'model_unavailable', retryAfterMs: null },
  }),
  exchange('overloaded behind the beginning', ['errorInStream'], body(start(), overloaded), {
    text: '',
    failure: { code: 'model_unavailable', words: /^Overloaded/, retryAfterMs: null },
  }),
  exchange('overloaded within the text', ['errorInStream'], body(...begun, overloaded), {
    text: 'Good',
    usage: 'estimated',
    failure: { code: 'model_unavailable', words: /^Overloaded/, retryAfterMs: null },
  }),
  exchange(
    'too many requests within the text',
    ['errorInStream'],
    body(...begun, error('rate_limit_error', 'Too many requests')),
    { text: 'Good', failure: { code: 'model_rate_limited', retryAfterMs: null } },
  ),
  exchange(
    'an event that is no JSON',
    ['errorInStream'],
    `${body(...begun)}event: content_block_delta\ndata: {"type":"con\n\n`,
    {
      text: 'Good',
      failure: { code: 'model_answer_unusable' },
    },
  ),
  exchange(
    'a broken connection keeps what was said',
    ['broken'],
    body(...begun),
    { text: 'Good', usage: 'estimated', failure: { code: 'model_unavailable', retryAfterMs: null } },
    { isBroken: true },
  ),
  exchange('a body that ends before the first word', ['errorInStream'], body(start()), {
    text: '',
    failure: { code: 'model_unavailable', retryAfterMs: null },
  }),
  exchange('a body of nothing', ['errorInStream'], '', { text: '', failure: { code: 'model_answer_unusable' } }),
  exchange('a body that ends within the answer', ['broken'], body(...begun), {
    text: 'Good',
    failure: { code: 'model_unavailable', retryAfterMs: null },
  }),
];
