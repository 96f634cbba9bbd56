import type { Failure } from '@parlance/shared/contract/endpoint';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { isNoSpace } from '../errors/no-space.ts';
import { errorText, languageOf } from './error-texts.ts';
import { headersWithoutHooks } from './security.ts';

/** Error codes for refusals of Fastify itself, by its code; any other below 500 is a bad request. */
const codeOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_not_json',
  FST_ERR_NOT_FOUND: 'not_found',
};
const codeOfStatus: Record<number, ErrorCode> = {
  408: 'request_timeout',
  413: 'body_too_large',
  415: 'media_type_unsupported',
  429: 'rate_limited',
};

/** Sends every failure in one envelope; internal details stay in the log, to be found there by the request id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const failed = asApiError(error);
    if (failed.statusCode >= 500) request.log.error({ err: error }, 'request failed');
    else request.log.info({ code: failed.apiCode }, 'request refused');
    return sendFailure(failed, request, reply);
  });
  let known: readonly KnownPath[] = [];
  app.addHook('onReady', async () => {
    known = app.endpoints.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(known, request.url);
    const failed =
      allowed.length === 0
        ? new ApiError('not_found')
        : new ApiError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
    return sendFailure(failed, request, reply);
  });
}

function asApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error;
  if (isNoSpace(error)) return new ApiError('disk_full', { cause: error });
  const status = error.statusCode ?? 500;
  if (status >= 500) return new ApiError('internal', { cause: error });
  return new ApiError(codeOfFastify[error.code] ?? codeOfStatus[status] ?? 'bad_request', { cause: error });
}

/** Answers requests refused before routing: a path that cannot be decoded, too many headers. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendFailure(asApiError(error), request, reply.headers(headersWithoutHooks));
}

/** Sends the failure envelope in the caller's language. */
export function sendFailure(failed: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { issues, meter, retryAfterSeconds, headers } = failed.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (headers !== undefined) reply.headers(headers);
  const body: Failure = {
    success: false,
    message: errorText(failed.apiCode, languageOf(request)),
    code: failed.apiCode,
    request_id: request.id,
    ...(issues === undefined ? {} : { issues }),
    ...(meter === undefined ? {} : { meter }),
  };
  return reply
    .code(failed.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

type KnownPath = { readonly method: string; readonly pattern: RegExp };

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`);

/** Returns the methods that a path supports, for 405 and its Allow header. */
function methodsOf(known: readonly KnownPath[], url: string): string[] {
  const path = url.split('?')[0] ?? url;
  return [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
