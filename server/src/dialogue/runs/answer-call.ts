import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { FastifyInstance } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { callOf, findCallsOfRun } from '../tools/calls.ts';
import { findTool } from '../tools/repository.ts';
import { findUsableAccounts, signInServerOf } from '../tools/sign-in/accounts.ts';
import { leaseSeconds, lockDialogue } from './repository.ts';
import { goOnWith } from './tool-waiting.ts';

type Answer = { callId: string; allow: boolean; arguments: string };

/**
 * Applies a person's decision on a call. Only the person whose answer it is finds it, and exactly what they saw is
 * allowed. With the last call that waited, the answer goes on.
 */
export async function answerCall(
  app: FastifyInstance,
  { organizationId, memberId }: Caller,
  { callId, allow, arguments: seen }: Answer,
): Promise<ToolCall> {
  const { call, runId, isLast } = await app.db.asTenant(organizationId, async (trx) => {
    const found = await trx
      .selectFrom('tool_calls')
      .innerJoin('runs', 'runs.id', 'tool_calls.run_id')
      .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
      .where('tool_calls.id', '=', callId)
      .where('runs.member_id', '=', memberId)
      .where('dialogues.deleted_at', 'is', null)
      .select(['runs.id as run_id', 'runs.dialogue_id', 'tool_calls.tool_id', 'tool_calls.asks_because'])
      .executeTakeFirst();
    if (found === undefined) throw new ApiError('not_found');
    if (allow && found.asks_because === 'sign-in' && found.tool_id !== null)
      await requireSignIn(trx, { organizationId, memberId }, found.tool_id);
    // Concurrent stops, and decisions in another tab, wait here and see the outcome.
    await lockDialogue(trx, found.dialogue_id);
    const run = await trx
      .selectFrom('runs')
      .where('id', '=', found.run_id)
      .where('status', '=', 'running')
      .where('waiting_since', 'is not', null)
      .select('id')
      .executeTakeFirst();
    const answered = await trx
      .updateTable('tool_calls')
      .set({ state: allow ? 'running' : 'refused' })
      .where('id', '=', callId)
      .where('state', '=', 'waiting')
      .where('arguments', '=', seen)
      .returning('id')
      .executeTakeFirst();
    if (run === undefined || answered === undefined) throw new ApiError('conflict');
    const calls = await findCallsOfRun(trx, run.id);
    const isOver = calls.every(({ state }) => state !== 'waiting');
    if (isOver) await goOnWith(trx, run.id, app.runs.processId, leaseSeconds);
    const row = calls.find(({ id }) => id === callId);
    if (row === undefined) throw new Error('A call that was answered in this transaction is not there.');
    await record(trx, {
      action: allow ? 'tool_call.allowed' : 'tool_call.refused',
      target: { id: callId, name: `${row.tool_name}: ${row.function}` },
    });
    return { call: callOf(row), runId: run.id, isLast: isOver };
  });
  if (isLast) app.runs.start(runId, organizationId);
  app.runs.tell(runId);
  return call;
}

/** Throws tool_sign_in_needed if the person has not signed in to the server of a tool. One that is gone needs none. */
async function requireSignIn(
  trx: Trx,
  { organizationId, memberId }: Pick<Caller, 'organizationId' | 'memberId'>,
  toolId: string,
): Promise<void> {
  const row = await findTool(trx, organizationId, toolId);
  if (row === undefined || signInServerOf(row) === null) return;
  const accounts = await findUsableAccounts(trx, memberId, [row]);
  if (!accounts.has(toolId)) throw new ApiError('tool_sign_in_needed');
}
