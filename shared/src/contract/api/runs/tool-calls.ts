import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { toolArgumentsMaxLength, toolCall } from '../tools.ts';

/**
 * Answers a waiting call, by the person who asked; nobody else finds it. `arguments` are those that the person saw: if
 * they are not those of the call, or it no longer waits, it is refused with conflict.
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
