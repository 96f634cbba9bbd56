import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { toolArgumentsMaxLength, toolCall } from '../tools.ts';

/**
 * The answer of the person who asked to a call that waits; nobody else finds it. `arguments` are those that the person
 * saw, and where they are not those of the call it is refused with conflict, as is one that no longer waits.
 */
export const answerToolCall = endpoint({
  method: 'POST',
  path: '/tools/v1/calls/:call_id/answer',
  requires: {},
  summary: 'Allows or refuses a call of a tool.',
  params: z.object({ call_id: z.uuid() }),
  body: z.strictObject({ allow: z.boolean(), arguments: z.string().check(z.maxLength(toolArgumentsMaxLength)) }),
  response: toolCall,
});
