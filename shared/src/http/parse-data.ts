import * as z from '@parlance/shared/contract/schema';
import type { Endpoint, Output } from '../contract/endpoint.ts';
import { ApiFailure } from './api-failure.ts';

/** Returns the name of an endpoint for messages to developers. */
export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

/** Parses the data by the contract's schema; throws an ApiFailure `invalid_response` that names the difference. */
export function parseData<E extends Endpoint>(endpoint: E, status: number, data: unknown): Output<E> {
  const parsed = z.safeParse(endpoint.response, data);
  if (parsed.success) return parsed.data as Output<E>; // Output is inferred from the endpoint's schema
  const wrong = parsed.error.issues.map((issue) => `${['data', ...issue.path].join('.')}: ${issue.message}`);
  throw new ApiFailure({
    status,
    code: 'invalid_response',
    message: `${nameOf(endpoint)} answered in another shape than its contract (${wrong.join('; ')}). Do both come from the same release?`,
    cause: parsed.error,
  });
}
