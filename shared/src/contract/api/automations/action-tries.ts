import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { execution } from '../executions.ts';

/** Retries an action that was given up. Answers 409 conflict if it waits or is done. */
export const retryAction = endpoint({
  method: 'POST',
  path: '/studio/v1/executions/:execution_id/actions/:position/tries',
  requires: {},
  summary: 'Tries an action again that was given up.',
  params: z.object({ execution_id: z.uuid(), position: z.coerce.number().check(z.int(), z.gte(0), z.lte(20)) }),
  response: execution,
});
