import { randomUUID } from 'node:crypto';
import { approvalHours } from '@parlance/shared/contract/agents/executions';
import { isErrorCode } from '@parlance/shared/contract/errors';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import { type Outcome, endExecution, tellOwner } from './end.ts';
import { type ExecutionRow, type Origins, originOf } from './origin.ts';
import { noteUsage } from './usage.ts';

/**
 * An answer that the end of a server has broken off is asked for so often in all, unless a tool was called for it: that
 * is never done twice by itself.
 */
const asksAtMost = 3;

const answerOf = (trx: Trx, { ask_key: key, member_id: memberId }: ExecutionRow) =>
  trx
    .selectFrom('runs')
    .innerJoin('messages', 'messages.id', 'runs.answer_id')
    .leftJoin('governance_approvals', 'governance_approvals.prompt_id', 'runs.prompt_id')
    .where('runs.member_id', '=', memberId)
    .where('runs.idempotency_key', '=', key)
    .select([
      'runs.id',
      'runs.status',
      'runs.error_code',
      'runs.waiting_since',
      'runs.dialogue_id',
      'messages.content',
      'governance_approvals.state as approval',
    ])
    .select(sql<boolean>`exists (select from tool_calls where tool_calls.run_id = runs.id)`.as('has_calls'))
    .executeTakeFirst();

type Answer = NonNullable<Awaited<ReturnType<typeof answerOf>>>;

/** Takes what has become of the answer. Call it with the execution held, and before it what made it. */
export async function settleExecution(deps: { origins: Origins }, trx: Trx, execution: ExecutionRow): Promise<void> {
  const { id, asked_at: askedAt, ended_at: endedAt } = execution;
  // What a cancelled one took is known when its answer has stopped.
  if (endedAt !== null) return noteUsage(trx, id);
  if (askedAt === null) return;
  const answer = await answerOf(trx, execution);
  if (answer === undefined) return endExecution(deps, trx, execution, { status: 'cancelled', reason: 'person' });
  const { status } = answer;
  if (status === 'queued' || status === 'running') return noteWaiting(deps, trx, execution, answer);
  if (status === 'interrupted' && execution.asks < asksAtMost && !answer.has_calls) return askAgain(trx, execution);
  if (status !== 'complete') return endExecution(deps, trx, execution, brokenOff(execution, answer));
  await trx.updateTable('executions').set({ output: answer.content, status: 'running' }).where('id', '=', id).execute();
  const { origin } = originOf(deps.origins, execution);
  if (
    await origin.follow(trx, {
      ...execution,
      output: answer.content,
      run_id: answer.id,
      dialogue_id: answer.dialogue_id,
    })
  )
    return noteUsage(trx, id);
  await endExecution(deps, trx, execution, { status: 'done' });
}

/** A person is told once that something waits for them. */
async function noteWaiting(
  { origins }: { origins: Origins },
  trx: Trx,
  execution: ExecutionRow,
  { waiting_since: waitingSince, dialogue_id: dialogueId }: Answer,
): Promise<void> {
  const status = waitingSince === null ? 'running' : 'approval';
  if (status === execution.status) return;
  await trx
    .updateTable('executions')
    .set({ status, approval_since: execution.approval_since ?? waitingSince })
    .where('id', '=', execution.id)
    .execute();
  if (waitingSince === null || execution.approval_since !== null) return;
  const { id, origin } = originOf(origins, execution);
  const work = await origin.lock(trx, id);
  if (work !== null)
    await tellOwner(trx, execution, 'execution_waits', { name: work.name, link: `/dialogue/${dialogueId}` });
}

async function askAgain(trx: Trx, { id, asks, organization_id: organizationId }: ExecutionRow): Promise<void> {
  await trx
    .updateTable('executions')
    .set({ ask_key: randomUUID(), asks: asks + 1, asked_at: null })
    .where('id', '=', id)
    .execute();
  await requestJob(trx, 'execute', { execution: id }, organizationId);
}

function brokenOff(
  { approval_since: since }: ExecutionRow,
  { status, error_code: errorCode, approval, content }: Answer,
): Outcome {
  const output = content === '' ? {} : { output: content };
  if (approval === 'refused') return { status: 'failed', errorCode: 'prompt_not_allowed', ...output };
  const hasLapsed =
    approval === 'lapsed' || (since !== null && Date.now() - since.getTime() >= approvalHours * 3_600_000);
  if (status === 'stopped')
    return hasLapsed
      ? { status: 'failed', reason: 'lapsed', ...output }
      : { status: 'cancelled', reason: 'person', ...output };
  return {
    status: 'failed',
    errorCode: status === 'interrupted' ? 'shutting_down' : isErrorCode(errorCode) ? errorCode : 'internal',
    ...output,
  };
}
