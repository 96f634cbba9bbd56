import type { ErrorCode } from '@parlance/shared/contract/errors';
import { ApiError, type Issue } from '../errors/api-error.ts';
import { certificateFaultOf } from './certificate-failure.ts';

export type OutgoingCode = Extract<
  ErrorCode,
  'address_refused' | 'address_unreachable' | 'address_timeout' | 'answer_too_large'
>;

/** Thrown if a request to an address that a person named fails: `apiCode` for people, the message for the log. */
export class OutgoingFailure extends ApiError {
  constructor(code: OutgoingCode, reason: string, cause?: unknown) {
    super(code, { cause, issues: code === 'address_unreachable' ? whyNotReached(cause) : [] });
    this.name = 'OutgoingFailure';
    this.message = reason;
  }
}

/** Thrown for a redirect to another host if the caller stays on its own. */
export class LedToAnotherHost extends OutgoingFailure {
  readonly to: string;

  constructor(from: string, to: string) {
    super('address_refused', `“${from}” leads on to “${to}”, on another host.`);
    this.name = 'LedToAnotherHost';
    this.to = to;
  }
}

/** Thrown for a name that cannot be looked up here, whereas the proxy could reach it. */
export class NameOfProxy extends OutgoingFailure {
  constructor(host: string) {
    const reason = `“${host}” cannot be looked up here, and the proxy is not asked where it leads (PROXY_RESOLVES_NAMES).`;
    super('address_unreachable', reason, Object.assign(new Error(reason), { code: nameOfProxyCode }));
    this.name = 'NameOfProxy';
  }
}
const nameOfProxyCode = 'ERR_NAME_OF_PROXY';

/**
 * The stage that failed, by the error codes of Node. Its messages hold addresses of a network, which nobody is told.
 */
const ways: readonly [RegExp, string][] = [
  [/^ERR_PROXY$/, 'proxy'],
  [/^ERR_NAME_OF_PROXY$/, 'proxy_name'],
  [/^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|ECANCELLED|EBADNAME|EBADRESP|ENONAME)$/, 'name'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, 'refused'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'silent'],
  [/CERT|^(ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|UNABLE_TO_\w+)$/, 'certificate'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'cut'],
];

function whyNotReached(cause: unknown): Issue[] {
  for (let at = cause; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const fault = certificateFaultOf(code);
    const way = fault === null ? ways.find(([codes]) => codes.test(code))?.[1] : `certificate_${fault}`;
    if (way !== undefined) return [{ path: 'unreachable', message: way }];
  }
  return [];
}
