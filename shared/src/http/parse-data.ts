import * as z from '@parlance/shared/contract/schema';
import type { Endpoint, Output } from '../contract/endpoint.ts';
import { ApiFailure } from './api-failure.ts';

/** How an endpoint is called in a message for developers. */
export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

/** The data in the shape that the contract promises; an ApiFailure `invalid_response` that says where it differs. */
export function parseData<E extends Endpoint>(endpoint: E, status: number, data: unknown): Output<E> {
  const parsed = z.safeParse(endpoint.response, data);
  if (parsed.success) return parsed.data as Output<E>; // the schema of the endpoint is what Output is made from
  const wrong = parsed.error.issues.map((issue) => `${['data', ...issue.path].join('.')}: ${issue.message}`);
  throw new ApiFailure({
    status,
    code: 'invalid_response',
    message: `${nameOf(endpoint)} answered in another shape than its contract (${wrong.join('; ')}). Do both come from the same release?`,
    cause: parsed.error,
  });
}
