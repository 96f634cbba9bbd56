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
  // 500 stands for whatever a library has no status for: its name says more.
  if (!(error instanceof Error))
    return new ProviderError({ ...error, status: statusCode === 500 ? undefined : statusCode, data: undefined });
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

/**
 * True for an event that a library cannot read as its kind is not known yet: providers add kinds, and ask their callers
 * to pass over them (https://platform.claude.com/docs/en/api/versioning).
 */
export function isOfUnknownKind(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'AI_TypeValidationError') return false;
  const { value, cause } = error as Error & { readonly value?: unknown }; // a field of this error of the libraries
  const issues = isObject(cause) ? cause['issues'] : undefined;
  return (
    isObject(value) &&
    (value['type'] === undefined || typeof value['type'] === 'string') &&
    Array.isArray(issues) &&
    issues.length > 0 &&
    issues.every((issue) => isObject(issue) && issue['code'] === 'invalid_union')
  );
}
