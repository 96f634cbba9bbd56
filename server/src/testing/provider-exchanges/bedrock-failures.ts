import { body, end, failingBody, start, text, textBegun, unreadableBody } from './bedrock-stream.ts';
import type { ProviderExchange, Response } from './exchange.ts';
import { exchange } from './native-exchanges.ts';
import { json, refusing } from './refusals.ts';

// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html#API_runtime_ConverseStream_Errors
// https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html

const exception = (status: number, type: string, message: string): Response =>
  json(
    status,
    { message },
    { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/`, 'x-amzn-requestid': 'r1' },
  );
const begun = [start, ...textBegun(0, 'Good')];

const within = (
  title: string,
  type: string,
  message: string,
  failure: NonNullable<ProviderExchange['steps'][0]>['heard']['failure'] & object,
): ProviderExchange =>
  exchange(`${title} within the answer`, ['errorInStream'], failingBody(begun, type, message), {
    text: 'Good',
    usage: 'estimated',
    failure,
  });

export const bedrockFailures: readonly ProviderExchange[] = [
  ...['guardrail_intervened', 'content_filtered', 'refusal'].map((reason) =>
    exchange(`${reason} ends the answer`, ['filter'], body(start, ...text(0, 'Good'), ...end(reason)), {
      text: 'Good',
      usage: { input: 7, output: 3 },
      failure: { code: 'model_refused', isFinal: true },
    }),
  ),
  ...['malformed_model_output', 'malformed_tool_use'].map((reason) =>
    exchange(`${reason} is a failure`, ['errorInStream'], body(start, ...text(0, 'Good'), ...end(reason)), {
      text: 'Good',
      failure: { code: 'model_unavailable', retryAfterMs: null },
    }),
  ),
  refusing(
    'overloaded',
    'too many requests',
    exception(429, 'ThrottlingException', 'Too many requests, please wait before trying again.'),
    { code: 'model_rate_limited', retryAfterMs: null },
  ),
  refusing(
    'overloaded',
    'overloaded',
    exception(503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.'),
    {
      code: 'model_unavailable',
      retryAfterMs: null,
    },
  ),
  refusing(
    'overloaded',
    'a model that is not ready',
    exception(429, 'ModelNotReadyException', 'The model is not ready.'),
    {
      code: 'model_rate_limited',
      retryAfterMs: null,
    },
  ),
  refusing(
    'overloaded',
    'it took too long',
    exception(408, 'ModelTimeoutException', 'Model has timed out in processing the request.'),
    {
      code: 'model_timeout',
    },
  ),
  refusing(
    'overloaded',
    'the model has failed',
    exception(424, 'ModelErrorException', 'The system encountered an unexpected error during processing.'),
    { code: 'model_unavailable', retryAfterMs: null },
  ),
  refusing(
    'wrongKey',
    'a wrong key',
    exception(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'),
    { code: 'model_misconfigured', isFinal: true },
  ),
  refusing(
    'wrongKey',
    'a wrong secret',
    exception(
      403,
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided.',
    ),
    { code: 'model_misconfigured', isFinal: true },
  ),
  refusing(
    'wrongKey',
    'no right to the model',
    exception(403, 'AccessDeniedException', 'You don’t have access to the model with the specified model ID.'),
    { code: 'model_misconfigured', isFinal: true },
  ),
  refusing(
    'wrongKey',
    'no such model',
    exception(400, 'ValidationException', 'The provided model identifier is invalid.'),
    { code: 'model_misconfigured', isFinal: true },
  ),
  refusing(
    'wrongKey',
    'a model that wants a profile',
    exception(
      400,
      'ValidationException',
      'Invocation of model ID m with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
    ),
    { code: 'model_misconfigured', isFinal: true },
  ),
  refusing(
    'tooLong',
    'too long a prompt',
    exception(400, 'ValidationException', 'Input is too long for requested model.'),
    { code: 'model_context_exceeded', isFinal: true },
  ),
  refusing(
    'tooLong',
    'too long a prompt, as its model says it',
    exception(
      400,
      'ValidationException',
      'The model returned the following errors: prompt is too long: 210000 tokens > 200000 maximum',
    ),
    { code: 'model_context_exceeded', isFinal: true },
  ),
  within('too many requests', 'throttlingException', 'Too many tokens, please wait before trying again.', {
    code: 'model_rate_limited',
    words: /^Too many tokens/,
    retryAfterMs: null,
  }),
  within('a failure of the model', 'modelStreamErrorException', 'The model has failed.', {
    code: 'model_unavailable',
    retryAfterMs: null,
  }),
  within('a failure', 'internalServerException', 'The server had an error.', {
    code: 'model_unavailable',
    retryAfterMs: null,
  }),
  within('no room', 'serviceUnavailableException', 'Busy.', { code: 'model_unavailable', retryAfterMs: null }),
  within('a refused request', 'validationException', 'Malformed input request.', {
    code: 'model_request_refused',
    isFinal: true,
  }),
  within('too long a prompt', 'validationException', 'Input is too long for requested model.', {
    code: 'model_context_exceeded',
    isFinal: true,
  }),
  exchange(
    'an exception before the first word',
    ['errorInStream'],
    failingBody([], 'throttlingException', 'Too many requests'),
    {
      text: '',
      failure: { code: 'model_rate_limited', retryAfterMs: null },
    },
  ),
  exchange('an event that is no JSON', ['errorInStream'], unreadableBody(begun), {
    text: 'Good',
    failure: { code: 'model_answer_unusable' },
  }),
  exchange('a body of nothing', ['errorInStream'], '', { text: '', failure: { code: 'model_answer_unusable' } }),
  exchange('a body that ends within the answer', ['broken'], body(...begun), {
    text: 'Good',
    failure: { code: 'model_unavailable', retryAfterMs: null },
  }),
  exchange(
    'a broken connection keeps what was said',
    ['broken'],
    body(...begun),
    { text: 'Good', usage: 'estimated', failure: { code: 'model_unavailable', retryAfterMs: null } },
    { isBroken: true },
  ),
  exchange(
    'a connection that breaks within an event keeps what was said',
    ['broken'],
    Buffer.concat([body(...begun), body(...text(1, ' day.')).subarray(0, 40)]),
    { text: 'Good', failure: { code: 'model_unavailable', retryAfterMs: null } },
    { isBroken: true },
  ),
];
