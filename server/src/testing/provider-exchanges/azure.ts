import { type Provider, providerKey } from './exchange.ts';
import { exchange } from './native-exchanges.ts';
import { json, refusing } from './refusals.ts';
import { begin, body, completed, incomplete, text, usage } from './responses-stream.ts';
import { requestError, responsesExchanges } from './responses.ts';

// https://learn.microsoft.com/azure/ai-foundry/openai/latest (the v1 API)
// https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
// https://learn.microsoft.com/azure/ai-foundry/openai/quotas-limits

const filters = (isFiltered: boolean) => [
  {
    blocked: isFiltered,
    source_type: 'completion',
    content_filter_results: { violence: { filtered: isFiltered, severity: isFiltered ? 'medium' : 'safe' } },
    content_filter_offsets: { start_offset: 0, end_offset: 9, check_offset: 0 },
  },
];

/** Azure OpenAI, in the Responses API of its v1. */
export const azure: Provider = {
  name: 'Azure OpenAI',
  api: 'azure',
  base: '/openai/v1',
  modelName: 'm',
  end: 'event: response.completed\n',
  request: {
    path: /^\/openai\/v1\/responses(\?api-version=(v1|preview))?$/,
    headers: { 'api-key': providerKey },
  },
  // Caching needs no request.
  lacks: ['caching'],
  exchanges: [
    ...responsesExchanges,
    exchange(
      'verdicts of the filters stand in the response',
      ['text'],
      body(...begin, ...text(0, 'Good', ' day.'), completed(usage, { content_filters: filters(false) })),
      { text: 'Good day.', usage: { input: 7, output: 3 } },
    ),
    exchange(
      'a filter ends the answer, with its verdict',
      ['filter'],
      body(...begin, ...text(0, 'Good'), incomplete('content_filter', { content_filters: filters(true) })),
      { text: 'Good', failure: { code: 'model_refused', isFinal: true } },
    ),
    refusing(
      'filter',
      'a filter refuses the prompt',
      json(400, {
        error: {
          message: 'The response was filtered due to the prompt triggering the content management policy.',
          type: null,
          param: 'prompt',
          code: 'content_filter',
          content_filters: [
            {
              blocked: true,
              source_type: 'prompt',
              content_filter_results: { violence: { filtered: true, severity: 'high' } },
            },
          ],
        },
      }),
      { code: 'model_refused', isFinal: true },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(
        429,
        { error: { code: 'too_many_requests', message: 'Too Many Requests' } },
        { 'retry-after': '5', 'retry-after-ms': '4200', 'apim-request-id': 'a1' },
      ),
      { code: 'model_rate_limited', retryAfterMs: 4_200 },
    ),
    refusing('overloaded', 'overloaded', json(503, { error: { code: 'server_error', message: 'Busy.' } }), {
      code: 'model_unavailable',
      retryAfterMs: null,
    }),
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
      json(
        400,
        requestError(
          'Your input exceeds the context window of this model. Please adjust your input and try again.',
          'input',
          'context_length_exceeded',
        ),
      ),
      { code: 'model_context_exceeded', isFinal: true },
    ),
  ],
};
