import { isAxiosError, isCancel } from 'axios';
import { fillPath, type Endpoint, type Input, type Output } from '../contract/endpoint.ts';
import { ApiFailure, failureFrom } from './api-failure.ts';
import { clients } from './clients.ts';
import { nameOf, parseData } from './parse-data.ts';

export { ApiFailure, failureKey } from './api-failure.ts';
export { readPageConfig } from './page-config.ts';
export { stream, type StreamOptions, type StreamedEvent } from './stream.ts';

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** `false` leaves out the timestamp `_t` that a GET carries (specification §7). */
  readonly timestamp?: boolean;
};
/** The parts an endpoint may declare, as they are when it is not known which one. */
export type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/**
 * Sends a request of the contract and gives the `data` of its answer, checked. Throws an ApiFailure for whatever a
 * server refuses, for a lost network (`network`), after 60 s (`timeout`) and for an answer of another shape than the
 * contract's (`invalid_response`); throws the signal's reason when it is aborted (specification §7–§9).
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Output<E>> {
  const { params, query, body } = input as AnyInput; // Input<E> is made of exactly these parts
  const answer = await clients[endpoint.service]
    .request<unknown>({
      method: endpoint.method,
      url: fillPath(endpoint.path, params),
      params: { ...withoutUndefined(query), ...(endpoint.method === 'GET' && options.timestamp !== false ? { _t: Date.now() } : {}) },
      ...(body === undefined ? {} : { data: body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    .catch((error: unknown) => {
      throw asFailure(error, endpoint, options.signal);
    });
  return parseAnswer(endpoint, answer.status, answer.data);
}

const withoutUndefined = (query: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

function asFailure(error: unknown, endpoint: Endpoint, signal: AbortSignal | undefined): unknown {
  if (isCancel(error)) return signal?.reason ?? error;
  if (!isAxiosError(error)) return error;
  const what = nameOf(endpoint);
  if (error.response !== undefined) return failureFrom(error.response.status, error.response.data, what);
  const timedOut = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
  return timedOut
    ? new ApiFailure({ status: 0, code: 'timeout', message: `${what} did not answer in time.`, cause: error })
    : new ApiFailure({ status: 0, code: 'network', message: `${what} could not be reached: ${error.message}.`, cause: error });
}

/** Takes the `data` out of the envelope; parseData refuses what is not in one. */
function parseAnswer<E extends Endpoint>(endpoint: E, status: number, body: unknown): Output<E> {
  const enveloped = typeof body === 'object' && body !== null && 'success' in body && body.success === true && 'data' in body;
  return parseData(endpoint, status, enveloped ? body.data : undefined);
}
