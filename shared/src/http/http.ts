import type { Endpoint, Input, Output } from '../contract/endpoint.ts';
import { parseAnswer, send } from './send.ts';

export { ApiFailure, failureKey } from './api-failure.ts';
export { callFollowed, type Followed } from './call-followed.ts';
export type { Connection } from './connection.ts';
export { addressOf, download, upload, type UploadInput, type UploadOptions } from './files.ts';
export { readPageConfig } from './page-config.ts';
export { doubtSessionAt } from './session-end.ts';
export { stream, type StreamOptions, type StreamedEvent } from './stream.ts';

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** `false` leaves out the timestamp `_t` that a GET carries (specification §7). */
  readonly timestamp?: boolean;
};
/** The parts an endpoint may declare, for code that does not know which endpoint. */
export type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/**
 * Sends a request of the contract and returns the `data` of its response, checked. Throws an ApiFailure for any refusal
 * by a server, for a lost network (`network`), after 60 s (`timeout`) and for a response of another shape than the
 * contract's (`invalid_response`); throws the signal's reason when aborted (specification §7–§9).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  const { params, query, body } = input as AnyInput; // Input<E> consists of exactly these parts
  const timestamp = endpoint.method === 'GET' && options.timestamp !== false ? { _t: Date.now() } : {};
  const answer = await send(endpoint, {
    params,
    query: { ...query, ...timestamp },
    data: body,
    signal: options.signal,
  });
  return parseAnswer(endpoint, answer.status, answer.data);
}
