import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { approvalNoteMaxLength } from '../governance/rule.ts';

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
