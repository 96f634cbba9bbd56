import type { ProviderExchange } from './exchange.ts';
import { exchange } from './native-exchanges.ts';
import { begin, body, completed, failed, incomplete, text, textBegun } from './responses-stream.ts';

// https://platform.openai.com/docs/api-reference/responses-streaming (response.failed, response.incomplete, error)

export const responsesFailures: readonly ProviderExchange[] = [
  exchange('a filter ends the answer', ['filter'], body(...begin, ...text(0, 'Good'), incomplete('content_filter')), {
    text: 'Good',
    failure: { code: 'model_refused', isFinal: true },
  }),
  exchange(
    'the model refuses in its own words',
    ['filter'],
    body(
      ...begin,
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: 'msg_01', type: 'message', status: 'in_progress', role: 'assistant', content: [] },
      },
      {
        type: 'response.content_part.added',
        item_id: 'msg_01',
        output_index: 0,
        content_index: 0,
        part: { type: 'refusal', refusal: '' },
      },
      {
        type: 'response.refusal.delta',
        item_id: 'msg_01',
        output_index: 0,
        content_index: 0,
        delta: 'I can’t help with that.',
      },
      {
        type: 'response.refusal.done',
        item_id: 'msg_01',
        output_index: 0,
        content_index: 0,
        refusal: 'I can’t help with that.',
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: {
          id: 'msg_01',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'refusal', refusal: 'I can’t help with that.' }],
        },
      },
      completed(),
    ),
    { failure: { code: 'model_refused', isFinal: true } },
  ),
  exchange(
    'a failed response',
    ['errorInStream'],
    body(...begin, ...textBegun(0, 'Good'), failed('server_error', 'The server had an error.')),
    {
      text: 'Good',
      usage: 'estimated',
      failure: { code: 'model_unavailable', words: /^The server had an error\./, retryAfterMs: null },
    },
  ),
  exchange(
    'a failed response for too many requests',
    ['errorInStream'],
    body(...begin, ...textBegun(0, 'Good'), failed('rate_limit_exceeded', 'Rate limit reached.')),
    { text: 'Good', failure: { code: 'model_rate_limited', retryAfterMs: null } },
  ),
  exchange(
    'a failed response before the first word',
    ['errorInStream'],
    body(...begin, failed('server_error', 'The server had an error.')),
    { text: '', failure: { code: 'model_unavailable', retryAfterMs: null } },
  ),
  exchange(
    'an error as an event',
    ['errorInStream'],
    body(...begin, ...textBegun(0, 'Good'), {
      type: 'error',
      code: 'server_error',
      message: 'The server had an error.',
      param: null,
    }),
    { text: 'Good', failure: { code: 'model_unavailable', retryAfterMs: null } },
  ),
  exchange(
    'an error as an event, within an object of its own',
    ['errorInStream'],
    body(...begin, ...textBegun(0, 'Good'), {
      type: 'error',
      error: { type: 'too_many_requests', code: 'too_many_requests', message: 'Too many requests', param: null },
    }),
    { text: 'Good', failure: { code: 'model_rate_limited', retryAfterMs: null } },
  ),
  exchange('a body that ends within the answer', ['broken'], body(...begin, ...textBegun(0, 'Good')), {
    text: 'Good',
    failure: { code: 'model_unavailable', retryAfterMs: null },
  }),
  exchange('a body of nothing', ['errorInStream'], '', { text: '', failure: { code: 'model_answer_unusable' } }),
  exchange(
    'a broken connection keeps what was said',
    ['broken'],
    body(...begin, ...textBegun(0, 'Good')),
    { text: 'Good', usage: 'estimated', failure: { code: 'model_unavailable', retryAfterMs: null } },
    { isBroken: true },
  ),
];
