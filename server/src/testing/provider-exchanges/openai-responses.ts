import { type Provider, providerKey } from './exchange.ts';
import { json, refusing } from './refusals.ts';
import { requestError, responsesExchanges } from './responses.ts';

// https://platform.openai.com/docs/api-reference/responses
// https://platform.openai.com/docs/guides/error-codes

/** OpenAI, in its Responses API. */
export const openAiResponses: Provider = {
  name: 'OpenAI (Responses)',
  api: 'openai-responses',
  base: '/v1',
  modelName: 'm',
  end: 'event: response.completed\n',
  request: { path: '/v1/responses', headers: { authorization: `Bearer ${providerKey}` } },
  // Caching needs no request.
  lacks: ['caching'],
  exchanges: [
    ...responsesExchanges,
    refusing(
      'filter',
      'a refused prompt',
      json(
        400,
        requestError(
          'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
          null,
          'invalid_prompt',
        ),
      ),
      { code: 'model_refused', isFinal: true },
    ),
    refusing(
      'overloaded',
      'too many requests',
      json(
        429,
        {
          error: {
            message: 'Rate limit reached for m: too many tokens per min. Please try again in 7s.',
            type: 'tokens',
            param: null,
            code: 'rate_limit_exceeded',
          },
        },
        { 'retry-after': '7' },
      ),
      { code: 'model_rate_limited', retryAfterMs: 7_000 },
    ),
    refusing(
      'wrongKey',
      'a wrong key',
      json(401, requestError('Incorrect API key provided: sk-proj-0*****mnop.', null, 'invalid_api_key')),
      { code: 'model_misconfigured', isFinal: true, words: /^Incorrect API key provided: \[secret\]/ },
    ),
    refusing(
      'wrongKey',
      'nothing left',
      json(
        429,
        requestError(
          'You exceeded your current quota, please check your plan and billing details.',
          null,
          'insufficient_quota',
        ),
      ),
      { code: 'model_credit_spent', isFinal: true },
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
