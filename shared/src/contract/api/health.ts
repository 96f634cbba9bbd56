import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';

export const health = endpoint({
  method: 'GET',
  path: '/healthz',
  requires: 'public',
  summary: 'Whether the process runs.',
  response: z.object({ status: z.literal('ok') }),
});
export const readiness = endpoint({
  method: 'GET',
  path: '/readyz',
  requires: 'public',
  summary: 'Whether the process can serve: the database answers and no stop is under way.',
  response: z.object({ status: z.literal('ready') }),
});
