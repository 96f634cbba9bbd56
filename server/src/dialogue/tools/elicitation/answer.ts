import { elicitationFaultsOf } from '@parlance/shared/contract/api/tools/elicitation-faults';
import type { Elicitation, ElicitationAnswer } from '@parlance/shared/contract/api/tools/elicitations';
import { record } from '../../../platform/audit/record.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Caller } from '../../../platform/principal/caller.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { storableText } from '../storable.ts';
import { matchesPattern } from './fields.ts';
import { storeAnswer } from './store.ts';

/**
 * Stores a person's answer to the server of a call of theirs, and returns the id of the run. Throws not_found,
 * validation_failed and conflict.
 */
export async function answerQuestion(
  trx: Trx,
  secrets: () => Secrets,
  { memberId }: Pick<Caller, 'memberId'>,
  id: string,
  answer: ElicitationAnswer,
): Promise<string> {
  const found = await trx
    .selectFrom('elicitations')
    .innerJoin('tool_calls', 'tool_calls.id', 'elicitations.call_id')
    .innerJoin('runs', 'runs.id', 'tool_calls.run_id')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .where('elicitations.id', '=', id)
    .where('runs.member_id', '=', memberId)
    .where('dialogues.deleted_at', 'is', null)
    .select(['runs.id as run_id', 'runs.status', 'tool_calls.state', 'elicitations.asked'])
    .select(['tool_calls.id as call_id', 'tool_name', 'function'])
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  if (found.status !== 'running' || found.state !== 'running') throw new ApiError('conflict');
  if (answer.action === 'accept') requireFitting(found.asked, answer.content);
  if (!(await storeAnswer(trx, secrets, id, answer))) throw new ApiError('conflict');
  await record(trx, {
    action: 'tool_call.answered',
    target: { id: found.call_id, name: `${found.tool_name}: ${found.function}` },
    after: { action: answer.action },
  });
  return found.run_id;
}

/** Throws validation_failed if the content is not what the server asks for. */
function requireFitting(
  asked: NonNullable<Elicitation['asked']>,
  content: Extract<ElicitationAnswer, { action: 'accept' }>['content'],
): void {
  const faults = elicitationFaultsOf(asked.type === 'form' ? asked.fields : [], content, matchesPattern);
  const issues = [...faults].map(([name, fault]) => ({
    path: `content.${storableText(name).slice(0, 200)}`,
    message: fault as string,
  }));
  if (issues.length > 0) throw new ApiError('validation_failed', { issues });
}
