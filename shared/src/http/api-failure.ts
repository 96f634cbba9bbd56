import { failure } from '../contract/endpoint.ts';
import { isErrorCode, type ErrorCode } from '../contract/errors.ts';

/** Failures that no server reports: no answer, a late one, or one of another shape. */
export const clientErrorCodes = ['network', 'timeout', 'invalid_response'] as const;
export type ClientErrorCode = (typeof clientErrorCodes)[number];

/**
 * A call that failed. `code` is stable and has a text under `shared:errors.<code>`; `message` is the server's sentence
 * in the caller's language, or a developer's if no server answered. `status` is 0 without a response.
 */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** The id of the request in the server's log. */
  readonly requestId: string | null;
  /** The faults of a body or a query. */
  readonly issues: readonly { path: string; message: string }[];

  constructor(facts: {
    status: number;
    code: string;
    message: string;
    requestId?: string | null;
    issues?: ApiFailure['issues'];
    cause?: unknown;
  }) {
    super(facts.message, { cause: facts.cause });
    this.name = 'ApiFailure';
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId ?? null;
    this.issues = facts.issues ?? [];
  }
}

/** Returns the failure that a response with an error status stands for. */
export function failureFrom(status: number, body: unknown, what: string): ApiFailure {
  const said = failure.safeParse(body);
  if (said.success) {
    const { code, message, request_id: requestId, issues } = said.data;
    return new ApiFailure({ status, code, message, requestId, ...(issues === undefined ? {} : { issues }) });
  }
  return new ApiFailure({
    status,
    code: codeOfStatus[status] ?? (status >= 500 ? 'internal' : 'bad_request'),
    message: `${what} answered ${status} without the envelope of specification §7; is a proxy in between?`,
  });
}

/** The codes of statuses that a proxy in front of the server answers with. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  408: 'request_timeout',
  413: 'body_too_large',
  429: 'rate_limited',
  503: 'shutting_down',
};

/** Returns the key of the text for any error: `t(failureKey(error))`. */
export function failureKey(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const known = isErrorCode(code) || clientErrorCodes.some((it) => it === code);
  return `shared:errors.${known ? String(code) : 'internal'}`;
}
