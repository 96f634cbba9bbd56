import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { fillPath } from '@parlance/shared/contract/endpoint';
import type { Stage } from './journey.ts';
import type { Visitor } from './visitor.ts';

/** Calls the API as the visitor, for steps that are no part of a journey; returns the data, typed by the contract. */
export async function callAs<T>(
  { product }: Stage,
  { context }: Visitor,
  endpoint: Endpoint,
  { params, data }: { params?: Record<string, string>; data?: unknown } = {},
): Promise<T> {
  const csrf = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  const answer = await context.request.fetch(`${product.apiBase}${fillPath(endpoint.path, params)}`, {
    method: endpoint.method,
    ...(data === undefined ? {} : { data }),
    headers: { origin: product.origin, 'x-csrftoken': csrf },
  });
  expect([endpoint.path, answer.status()]).toEqual([endpoint.path, 200]);
  return ((await answer.json()) as { data: T }).data; // the envelope of the contract
}
