import { ModelFailure } from './language-model.ts';

/** What providers say in many words where a prompt is longer than the model takes. */
const contextWords = /context.?(length|window)|maximum context|too many tokens|prompt is too long|reduce the length/i;

/** What went wrong in the words of the contract. The provider's own words stay in `cause`, for the log. */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const status = statusOf(error);
  if (status === undefined) return new ModelFailure('model_unavailable', `The model’s answer broke off: ${reasonOf(error)}`, { cause: error, retry: { afterMs: null } });
  if (status === 429) return new ModelFailure('model_rate_limited', 'The model’s provider answered 429.', { cause: error, retry: { afterMs: retryAfterMs(error) } });
  if (status === 408 || status === 504) return new ModelFailure('model_timeout', `The model’s provider answered ${status}.`, { cause: error });
  if (status >= 500) return new ModelFailure('model_unavailable', `The model’s provider answered ${status}.`, { cause: error, retry: { afterMs: retryAfterMs(error) } });
  // Who may ask, and where: wrong settings of this deployment, not something the person asked.
  if (status === 401 || status === 403 || status === 404) {
    return new ModelFailure('model_unavailable', `The model’s provider answered ${status}. Check its address, its key and the name of the model.`, { cause: error });
  }
  if (contextWords.test(wordsOf(error))) return new ModelFailure('model_context_exceeded', 'The model’s provider says that the prompt is too long.', { cause: error });
  return new ModelFailure('model_refused', `The model’s provider refused the request with ${status}.`, { cause: error });
}

/** Whether the provider has turned a call away without working on it: then it took nothing. */
export const isTurnedAway = (error: unknown): boolean => !(error instanceof ModelFailure) && (httpStatusOf(error) !== undefined || isNotConnected(error));

function statusOf(error: unknown): number | undefined {
  const status = httpStatusOf(error);
  if (status !== undefined) return status;
  // an error that came as an event of a stream that had begun well
  if (hasKey(error, 'code') && (error.code === 429 || error.code === 'rate_limit_exceeded')) return 429;
  if (hasKey(error, 'code') && error.code === 'context_length_exceeded') return 400;
  return undefined;
}

const httpStatusOf = (error: unknown) => (hasKey(error, 'statusCode') && typeof error.statusCode === 'number' && error.statusCode >= 400 ? error.statusCode : undefined);

const noConnection = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** The code stands somewhere down the chain of causes. */
function isNotConnected(error: unknown): boolean {
  for (let at = error; at !== undefined && at !== null; at = hasKey(at, 'cause') ? at.cause : undefined) {
    if (hasKey(at, 'code') && typeof at.code === 'string' && noConnection.test(at.code)) return true;
  }
  return false;
}

/** Retry-After, in seconds or as a date. */
function retryAfterMs(error: unknown): number | null {
  if (!hasKey(error, 'responseHeaders') || !hasKey(error.responseHeaders, 'retry-after')) return null;
  const text = String(error.responseHeaders['retry-after']);
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

const hasKey = <K extends string>(value: unknown, key: K): value is Record<K, unknown> => typeof value === 'object' && value !== null && key in value;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'an error event without a message');
const wordsOf = (error: unknown) => ['message', 'code', 'responseBody'].map((key) => (hasKey(error, key) ? String(error[key]) : '')).join(' ');
