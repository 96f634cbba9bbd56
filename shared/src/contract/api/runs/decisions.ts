import { endpoint } from '../../endpoint.ts';
import * as z from '@parlance/shared/contract/schema';
import { toolArgumentsMaxLength, toolCall } from '../tools.ts';
import { approvalNoteMaxLength } from '../governance/rule.ts';

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

/**
 * Allows a prompt to be answered, or refuses it. Answers 409 conflict if somebody has decided already, or its person
 * has stopped it; own_approval if it is the caller's own and another administrator could decide.
 */
export const decideApproval = endpoint({
  method: 'PUT',
  path: '/governance/v1/approvals/:approval_id/decision',
  requires: { role: 'admin', feature: 'governance' },
  summary: 'Allows a prompt that waits, or refuses it.',
  params: z.object({ approval_id: z.uuid() }),
  body: z.strictObject({
    allow: z.boolean(),
    note: z._default(z.string().check(z.trim(), z.maxLength(approvalNoteMaxLength)), ''),
  }),
  response: z.object({}),
});
