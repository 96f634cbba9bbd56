import { isAxiosError, isCancel, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { fillPath, type Endpoint, type Output } from '../contract/endpoint.ts';
import { ApiFailure, failureFrom } from './api-failure.ts';
import { clients } from './clients.ts';
import { nameOf, parseData } from './parse-data.ts';

/** The parts of a request. Undefined parts are omitted. */
export type SendOptions = {
  params?: Record<string, string> | undefined;
  query?: Record<string, unknown> | undefined;
  data?: unknown;
  signal?: AbortSignal | undefined;
  /** Options of the client that only some requests need. */
  config?: Pick<AxiosRequestConfig, 'headers' | 'onUploadProgress' | 'responseType'>;
};

/** Sends a request to the service of an endpoint. Throws an ApiFailure, or the signal's reason when aborted. */
export function send(
  endpoint: Endpoint,
  { params, query, data, signal, config }: SendOptions,
): Promise<AxiosResponse<unknown>> {
  return clients[endpoint.service]
    .request<unknown>({
      ...config,
      method: endpoint.method,
      url: fillPath(endpoint.path, params),
      params: withoutUndefined(query),
      ...(data === undefined ? {} : { data }),
      ...(signal === undefined ? {} : { signal }),
    })
    .catch((error: unknown) => {
      throw asFailure(error, endpoint, signal);
    });
}

export const withoutUndefined = (query: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

function asFailure(error: unknown, endpoint: Endpoint, signal: AbortSignal | undefined): unknown {
  if (isCancel(error)) return signal?.reason ?? error;
  if (!isAxiosError(error)) return error;
  const what = nameOf(endpoint);
  if (error.response !== undefined) return failureFrom(error.response.status, jsonOf(error.response.data), what);
  const timedOut = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
  return timedOut
    ? new ApiFailure({ status: 0, code: 'timeout', message: `${what} did not answer in time.`, cause: error })
    : new ApiFailure({
        status: 0,
        code: 'network',
        message: `${what} could not be reached: ${error.message}.`,
        cause: error,
      });
}

/** Parses a failure that arrived as bytes because bytes were requested. */
function jsonOf(data: unknown): unknown {
  if (!(data instanceof ArrayBuffer)) return data;
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    // A proxy's page: failureFrom goes by the status.
    return null;
  }
}

/**
 * Unwraps the `data` of the envelope; parseData refuses a response without one. `success: false` is a failure, whatever
 * the status says (specification §7).
 */
export function parseAnswer<E extends Endpoint>(endpoint: E, status: number, body: unknown): Output<E> {
  // Any object may have these fields.
  const envelope = typeof body === 'object' && body !== null ? (body as { success?: unknown; data?: unknown }) : {};
  if (envelope.success === false) throw failureFrom(status, body, nameOf(endpoint));
  return parseData(endpoint, status, envelope.success === true ? envelope.data : undefined);
}
