import * as z from '@parlance/shared/contract/schema';
import type { Endpoint, Output } from '../contract/endpoint.ts';
import { ApiFailure } from './api-failure.ts';

/** Returns the name of an endpoint for messages to developers. */
export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

/** Parses the data by the contract's schema; throws an ApiFailure `invalid_response` that names the difference. */
export function parseData<E extends Endpoint>(endpoint: E, status: number, data: unknown): Output<E> {
  const parsed = z.safeParse(endpoint.response, data);
  if (parsed.success) return parsed.data as Output<E>; // Output is inferred from the endpoint's schema
  throw misshapen(endpoint, status, parsed.error);
}

/**
 * Parses an event as `parseData` does. Returns null for one whose type the contract does not have: a later release may
 * send it, and its reader does without.
 */
export function parseEvent<E extends Endpoint>(endpoint: E, data: unknown): Output<E> | null {
  const parsed = z.safeParse(endpoint.response, data);
  if (parsed.success) return parsed.data as Output<E>; // Output is inferred from the endpoint's schema
  if (isOfUnknownType(data, parsed.error)) return null;
  throw misshapen(endpoint, 200, parsed.error);
}

/** Says whether an event has a type, and one that is none of its union’s. */
function isOfUnknownType(data: unknown, { issues: [issue] }: z.core.$ZodError): boolean {
  // No member of the union was tried.
  const isUnknown = issue?.code === 'invalid_union' && issue.errors.length === 0 && issue.path.join('.') === 'type';
  return isUnknown && typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string';
}

function misshapen(endpoint: Endpoint, status: number, cause: z.core.$ZodError): ApiFailure {
  const wrong = cause.issues.map((issue) => `${['data', ...issue.path].join('.')}: ${issue.message}`);
  return new ApiFailure({
    status,
    code: 'invalid_response',
    message: `${nameOf(endpoint)} answered in another shape than its contract (${wrong.join('; ')}). Do both come from the same release?`,
    cause,
  });
}
