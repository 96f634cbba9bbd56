import { AnswerUnusable } from '../answer-unusable.ts';
import { ProviderError } from '../chat-chunk.ts';
import { ProviderRefusal } from '../chat-request.ts';

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Returns the failure behind an error of a provider’s library. Its own errors hold the whole request, with what a
 * person wrote: they must not come into a log.
 */
export function failureIn(error: unknown): unknown {
  if (!isObject(error) || error instanceof ProviderRefusal) return error;
  const { statusCode, responseBody, responseHeaders, message, cause } = error;
  const words = typeof message === 'string' ? message : '';
  if (!(error instanceof Error)) return new ProviderError({ ...error, status: statusCode, data: undefined });
  if (typeof statusCode === 'number' && statusCode >= 300)
    return new ProviderRefusal(
      { statusCode, headers: isObject(responseHeaders) ? responseHeaders : {} },
      typeof responseBody === 'string' ? responseBody : words,
    );
  const unusable = new AnswerUnusable('The model sent what is none of its protocol.', words);
  if (/^AI_(TypeValidation|JSONParse|InvalidResponseData|EmptyResponse)/.test(error.name)) return unusable;
  // A body that could not be read: the cause says why.
  if (typeof statusCode === 'number') return isObject(cause) ? failureIn(cause) : unusable;
  return 'requestBodyValues' in error ? (cause ?? new Error(words)) : error;
}
