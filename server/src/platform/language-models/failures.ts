import { certificateWords } from '../outgoing/certificate-failure.ts';
import { ProxyFailure, proxyFailureCode } from '../outgoing/proxy-failure.ts';
import { AnswerUnusable } from './answer-unusable.ts';
import { ProviderError } from './chat-chunk.ts';
import { connectTimeoutCode } from './chat-request.ts';
import { type ModelErrorCode, ModelFailure } from './language-model.ts';
import { messageIn, messageOf, requestIdIn, shown } from './provider-words.ts';

/** Wordings of providers for a prompt longer than the context of the model. */
const contextWords = anyOf(
  /context.?(length|window|size)|maximum context|too many tokens|token count .*exceeds/i,
  /(prompt|input) is too long|reduce (the|your) (length|message size|prompt)|inputs` (tokens|must have less)/i,
  /token length too long|exceed context limit|model token limit|maximum prompt length|range of input length/i,
);
/** Wordings for refused content, by a filter before the model or by its maker's rules. */
const contentWords = anyOf(
  /content.?(filter|policy|management|exists risk|violat)|prohibited.?content|inappropriate|high risk/i,
  /responsible.?ai|moderation|flagged|data.?inspection|usage (policy|policies|guidelines)|safety (system|policy|reasons|settings)/i,
);
const creditWords =
  /insufficient.?(quota|balance|credit|fund)|exceeded_current_quota|credit balance is too low|billing (hard )?limit|payment required/i;
/** Wordings for wrong settings, of providers that send 400 where others send 401 and 404. */
const settingWords = anyOf(
  /(invalid|incorrect|missing|expired|no|wrong).{0,12}(api.?key|access.?token|credential)/i,
  /api.?key.{0,12}(not valid|invalid|missing|expired)|unauthori[sz]ed/i,
  /(model|deployment)\b.{0,120}(not found|does not exist|not exist|not a valid|is not available|not supported)/i,
  /model identifier is invalid|on-demand throughput/i,
  /model.?not.?found|(invalid|unknown|unsupported|no such).?model|not a valid model/i,
);

function anyOf(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(alternatives.map(({ source }) => source).join('|'), 'i');
}

/** The HTTP status that corresponds to the name of an error event in a stream. */
const namedStatus: readonly [RegExp, number][] = [
  [/insufficient.?quota/i, 402],
  [/rate.?limit|too.?many.?requests|resource.?exhausted|throttl/i, 429],
  [/api.?key|authentication|unauthenticated|permission/i, 401],
  [/not.?found/i, 404],
  [/context.?length|invalid.?request|invalid.?argument|bad.?request|content.?filter|data.?inspection/i, 400],
  [/timeout|timed.?out/i, 504],
  [/overloaded|server.?error|api.?error|unavailable|internal/i, 503],
];

/** Groq’s own status for a tier whose capacity is used up for now (https://console.groq.com/docs/errors). */
const capacityStatus = 498;

/** Bedrock’s status for a model that has failed. */
const modelFaultStatus = 424;
/** True for the status of a failure on the other side. */
const isFault = (status: number) => status >= 500 || status === modelFaultStatus;

type Facts = { readonly status: number; readonly words: string; readonly retryAfterMs: number | null };

/**
 * Returns the failure as a code of the contract with the provider's own words, from which the `secrets` are removed.
 */
export function failureOf(error: unknown, secrets: readonly (string | undefined)[] = []): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const again = { afterMs: null };
  if (error instanceof AnswerUnusable || isUnreadable(error)) {
    const [message, came] =
      error instanceof AnswerUnusable
        ? [error.message, error.said]
        : ['The model’s answer cannot be read.', wordsOf(error)];
    return new ModelFailure('model_answer_unusable', message, {
      retry: again,
      said: { status: null, words: shown(messageIn(came) || message, secrets), requestId: null },
    });
  }
  const atProxy = proxyFailureIn(error);
  if (atProxy !== null) return failureAtProxy(atProxy, secrets);
  const status = statusOf(error);
  const said = {
    status: status ?? null,
    words: shown(certificateWords(error) ?? wordsOf(error), secrets),
    requestId: requestIdOf(error, secrets),
  };
  if (status === undefined)
    return new ModelFailure('model_unavailable', `The model’s answer broke off: ${said.words}`, {
      cause: causeOf(error),
      retry: again,
      said,
    });
  const facts = { status, words: `${wordsOf(error)} ${codesOf(error)}`, retryAfterMs: retryAfterMs(error) };
  const code = codeOf(facts);
  const mayPass = code === 'model_rate_limited' || (code === 'model_unavailable' && isFault(status));
  return new ModelFailure(code, sentenceOf(code, status), {
    said,
    retry: mayPass ? { afterMs: facts.retryAfterMs } : null,
  });
}

function proxyFailureIn(error: unknown): ProxyFailure | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++)
    if (at instanceof ProxyFailure) return at;
  return null;
}

/** A proxy that refuses is a setting of this deployment; one that is away may come back. */
function failureAtProxy(error: ProxyFailure, secrets: readonly (string | undefined)[]): ModelFailure {
  const isSetting = error.refusedWith !== null && !isFault(error.refusedWith);
  return new ModelFailure(isSetting ? 'model_misconfigured' : 'model_unavailable', error.message, {
    cause: error,
    retry: isSetting ? null : { afterMs: null },
    said: { status: null, words: shown(error.message, secrets), requestId: null },
  });
}

function codeOf({ status, words }: Facts): ModelErrorCode {
  if (status === 402 || creditWords.test(words)) return 'model_credit_spent';
  if (status === 429 || status === capacityStatus) return 'model_rate_limited';
  if (status < 500 && contentWords.test(words)) return 'model_refused';
  if (contextWords.test(words)) return 'model_context_exceeded';
  if (status === 408 || status === 504 || status === 524) return 'model_timeout';
  if (isFault(status)) return 'model_unavailable';
  if (status === 413) return 'model_context_exceeded';
  // Credentials and address: wrong settings of this deployment, not something the person asked.
  if ([401, 403, 404, 405, 407, 410].includes(status) || status < 400 || settingWords.test(words))
    return 'model_misconfigured';
  return 'model_request_refused';
}

function sentenceOf(code: ModelErrorCode, status: number): string {
  if (code === 'model_misconfigured')
    return `The model’s provider answered ${status}. Check its address, its key and the name of the model.`;
  if (code === 'model_credit_spent')
    return `The model’s provider answered ${status}: the account there has nothing left.`;
  if (code === 'model_context_exceeded') return 'The model’s provider says that the prompt is too long.';
  if (code === 'model_refused') return `The model’s provider refused the content of the request with ${status}.`;
  return `The model’s provider answered ${status}.`;
}

/** True if the provider rejected a call without working on it, so that it took no tokens. */
export const isTurnedAway = (error: unknown): boolean =>
  !(error instanceof ModelFailure) && (httpStatusOf(error) !== undefined || isNotConnected(error));

function statusOf(error: unknown): number | undefined {
  const status = httpStatusOf(error);
  if (status !== undefined || !(error instanceof ProviderError)) return status;
  // an error that came as an event of a stream that had begun well
  const numbers = [...named(error.said, ['code', 'status', 'status_code', 'http_status'])].map(Number);
  return numbers.find((it) => it >= 400 && it < 600) ?? namedStatus.find(([words]) => words.test(codesOf(error)))?.[1];
}

/** Returns the HTTP status of an unsuccessful response, redirects included: they are not followed. */
const httpStatusOf = (error: unknown) =>
  hasKey(error, 'statusCode') && typeof error.statusCode === 'number' && error.statusCode >= 300
    ? error.statusCode
    : undefined;

/** True if a library reports a response that violates the protocol. */
const isUnreadable = (error: unknown) =>
  (hasKey(error, 'statusCode') && error.statusCode === 200) ||
  (error instanceof Error && /^AI_(TypeValidation|JSONParse|InvalidResponseData|NoSuch)/.test(error.name)) ||
  codeIn(error).startsWith('HPE_');

const noConnection = anyOf(
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/,
  /CERT|^(ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_)/,
  new RegExp(`^(${connectTimeoutCode}|${proxyFailureCode})$`),
);

/** True if the chain of causes contains a code of a failed connection. */
function isNotConnected(error: unknown): boolean {
  for (let at = error; at !== undefined && at !== null; at = hasKey(at, 'cause') ? at.cause : undefined) {
    if (noConnection.test(codeIn(at))) return true;
  }
  return false;
}

const codeIn = (error: unknown): string =>
  error instanceof Error && hasKey(error, 'code') && typeof error.code === 'string' ? error.code : '';

/**
 * Returns the pause that a provider asks for: Retry-After in seconds or as a date, Azure’s in milliseconds, or the
 * delay of a google.rpc.RetryInfo in the error.
 */
function retryAfterMs(error: unknown): number | null {
  const headers = hasKey(error, 'responseHeaders') ? error.responseHeaders : null;
  if (hasKey(headers, 'retry-after-ms') && isNumber.test(String(headers['retry-after-ms'])))
    return Number(headers['retry-after-ms']);
  if (!hasKey(headers, 'retry-after')) return retryDelayMs(error);
  const text = String(headers['retry-after']);
  const ms = isNumber.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

const isNumber = /^\d+(\.\d+)?$/;

function retryDelayMs(error: unknown): number | null {
  const body = hasKey(error, 'responseBody') ? String(error.responseBody) : '';
  const seconds = /"retryDelay"\s*:\s*"(\d{1,9}(?:\.\d{1,9})?)s"/.exec(body)?.[1];
  return seconds === undefined ? null : Math.round(Number(seconds) * 1_000);
}

function requestIdOf(error: unknown, secrets: readonly (string | undefined)[]): string | null {
  const id = hasKey(error, 'responseHeaders') ? requestIdIn(error.responseHeaders) : null;
  return id === null ? null : shown(id, secrets);
}

const hasKey = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value;

/** Returns the message of the other side; for an error on the way there, our own. */
function wordsOf(error: unknown): string {
  if (error instanceof ProviderError) return messageOf(error.said) || error.message;
  if (hasKey(error, 'responseBody') && typeof error.responseBody === 'string') return messageIn(error.responseBody);
  if (!(error instanceof Error)) return '';
  // Several addresses were tried, and each failed.
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(wordsOf))].join('; ');
  return hasKey(error, 'cause') && error.cause instanceof Error
    ? `${error.message} ${wordsOf(error.cause)}`
    : error.message;
}

/** Returns the codes of an error, beside its sentence. */
function codesOf(error: unknown): string {
  const body =
    error instanceof ProviderError
      ? error.said
      : hasKey(error, 'responseBody')
        ? jsonOf(String(error.responseBody))
        : null;
  return [...named(body, ['code', 'type', 'status'])].join(' ');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Yields texts and numbers under these keys, at any depth of an error. */
function* named(value: unknown, keys: readonly string[], depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > 4) return;
  for (const key of keys) {
    const word = hasKey(value, key) ? value[key] : undefined;
    if (typeof word === 'string' || typeof word === 'number') yield String(word);
  }
  for (const inner of Array.isArray(value)
    ? value.slice(0, 3)
    : ['error', 'innererror', 'inner_error', 'metadata', 'detail'].map((key) =>
        hasKey(value, key) ? value[key] : null,
      ))
    yield* named(inner, keys, depth + 1);
}

/** Returns the cause for the log. Words of a provider appear only in `said`, without its secrets. */
const causeOf = (error: unknown) =>
  error instanceof ProviderError || hasKey(error, 'responseBody') ? undefined : error;
