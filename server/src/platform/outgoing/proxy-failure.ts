import type { Proxy } from './proxies.ts';

/** The code of a ProxyFailure. */
export const proxyFailureCode = 'ERR_PROXY';

/** Thrown if a request has failed at the proxy, before it reached the server that it was for. */
export class ProxyFailure extends Error {
  readonly code = proxyFailureCode;
  /** The status with which the proxy refused; null if it said nothing. */
  readonly refusedWith: number | null;

  constructor(message: string, refusedWith: number | null, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProxyFailure';
    this.refusedWith = refusedWith;
  }
}

/** Matches the codes of connections that were not made: with a proxy, those are to the proxy alone. */
const unreached =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_\w+|ETIMEOUT|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/;
/** Matches the codes of a tunnel that was not opened, of Node and of undici. */
const unopened = /^(ERR_PROXY_TUNNEL|UND_ERR_PRX_\w+|UND_ERR_ABORTED|UND_ERR_INVALID_ARG)$/;
/** Finds the status of the proxy in the words of Node (“HTTP/1.1 407 …”) and undici, which has no field for it. */
const statusIn = /Proxy response \((\d{3})\)|HTTP\/1\.[01] (\d{3})|\((407)\)/;

/** Returns a ProxyFailure for an error of a request through a proxy if the proxy is its reason; any other as it is. */
export function namingProxy(error: unknown, proxy: Proxy): unknown {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) {
    if (at instanceof ProxyFailure) return at;
    const first: unknown = at instanceof AggregateError ? at.errors[0] : at;
    const code = first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : '';
    if (unreached.test(code)) return new ProxyFailure(`The proxy ${proxy.name} cannot be reached (${code}).`, null, at);
    if (!unopened.test(code)) continue;
    const [, ...found] = statusIn.exec(at.message) ?? [];
    const status = found.find((it) => it !== undefined);
    if (status !== undefined) return refusalBy(proxy, Number(status), at);
    if (code.startsWith('ERR_PROXY') || code.startsWith('UND_ERR_PRX'))
      return new ProxyFailure(`The proxy ${proxy.name} opened no connection: ${at.message}`, null, at);
  }
  return error;
}

/** Returns the failure for a status with which the proxy itself has answered. */
export function refusalBy({ name }: Proxy, status: number, cause?: unknown): ProxyFailure {
  const words =
    status === 407 || status === 401 // as tinyproxy answers
      ? `The proxy ${name} refuses the name and password of HTTPS_PROXY or HTTP_PROXY, or wants some (${status}).`
      : status >= 500
        ? `The proxy ${name} does not reach the server (${status}).`
        : `The proxy ${name} refuses the way to the server (${status}).`;
  return new ProxyFailure(words, status, cause);
}
