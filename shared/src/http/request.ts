import { fillPath, type Endpoint } from '../contract/endpoint.ts';
import { type ApiFailure, failureFrom } from './api-failure.ts';
import { baseOf, headersFor } from './clients.ts';
import type { AnyInput } from './http.ts';
import { nameOf } from './parse-data.ts';
import { doubtSessionAt } from './session-end.ts';

type RequestOptions = { readonly lastEventId?: string | null | undefined; readonly signal: AbortSignal };

/** Requests a response that is read as it arrives. Rejects as fetch does if there is no response. */
export function request(
  endpoint: Endpoint,
  input: unknown,
  { lastEventId = null, signal }: RequestOptions,
): Promise<Response> {
  const { params, query = {}, body } = input as AnyInput; // Input<E> consists of exactly these parts
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  const headers: Record<string, string> = { ...headersFor(endpoint.service), Accept: 'text/event-stream' };
  if (lastEventId !== null) headers['Last-Event-ID'] = lastEventId;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return fetch(`${baseOf(endpoint.service)}${fillPath(endpoint.path, params)}${search === '' ? '' : `?${search}`}`, {
    method: endpoint.method,
    headers,
    credentials: 'include',
    cache: 'no-store',
    signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Returns the failure of an error response. */
export async function refused(endpoint: Endpoint, answer: Response): Promise<ApiFailure> {
  const failure = failureFrom(answer.status, await answer.json().catch(() => null), nameOf(endpoint));
  if (endpoint.service === 'main') doubtSessionAt(answer.status, failure.code);
  return failure;
}
