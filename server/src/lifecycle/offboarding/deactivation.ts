import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requestStop, stopWaiting } from '../../dialogue/runs/repository.ts';
import { endWaitingRun } from '../../dialogue/runs/tool-waiting.ts';
import type { Trx } from '../../platform/db/database.ts';
import { stopTestRun } from '../../studio/agents/test-runs.ts';

/** Answers that were under way: they are broken off wherever they are written, once the transaction is over. */
export type BrokenOff = { readonly runs: readonly string[] };
export const nothingBroken: BrokenOff = { runs: [] };

/**
 * Ends all that a member does: they are signed out everywhere, what waits is not begun, what is written is stopped, and
 * the questions of their tests are not asked. An open stream ends with the next look at its session. What is theirs
 * stays.
 */
export async function deactivateMember(trx: Trx, memberId: string): Promise<BrokenOff> {
  await trx
    .updateTable('memberships')
    .set({ deactivated_at: sql<Date>`now()`, is_owner: false })
    .where('id', '=', memberId)
    .execute();
  await trx.deleteFrom('sessions').where('member_id', '=', memberId).execute();
  await trx.deleteFrom('agent_presence').where('member_id', '=', memberId).execute();
  // First the answers, which holds their dialogues: who ends one at this moment has them in the same order.
  const runs = await stopAnswers(trx, memberId);
  const tests = await trx
    .selectFrom('agent_test_runs')
    .where('member_id', '=', memberId)
    .where('status', '=', 'running')
    .select('id')
    .execute();
  for (const { id } of tests) await stopTestRun(trx, id);
  return { runs };
}

/**
 * The same of a person in all their organisations, where nobody sees them from now on. Call it in a transaction across
 * organisations.
 */
export async function leaveEverywhere(trx: Trx, userId: string): Promise<BrokenOff[]> {
  const own = await trx
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .select('id')
    .execute();
  const broken: BrokenOff[] = [];
  for (const { id } of own) broken.push(await deactivateMember(trx, id));
  await trx.updateTable('memberships').set({ is_going: true }).where('user_id', '=', userId).execute();
  return broken;
}

/** The dialogues first and in one order, as everybody holds them who ends an answer. */
async function stopAnswers(trx: Trx, memberId: string): Promise<string[]> {
  const active = trx
    .selectFrom('runs')
    .where('member_id', '=', memberId)
    .where('status', 'in', ['queued', 'running'])
    .select('dialogue_id');
  const dialogues = await trx
    .selectFrom('dialogues')
    .where('id', 'in', active)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute();
  for (const { id } of dialogues) await stopWaiting(trx, id);
  const running = await trx
    .selectFrom('runs')
    .where('member_id', '=', memberId)
    .where('status', '=', 'running')
    .select(['id', 'waiting_since'])
    .execute();
  for (const { id, waiting_since } of running) {
    // One that asks its person whether a tool may be called is written by nobody; none waits behind it any more.
    if (waiting_since === null) await requestStop(trx, id);
    else await endWaitingRun(trx, id, randomUUID());
  }
  return running.map(({ id }) => id);
}

/** After the transaction: whoever writes or reads these answers hears of it now, and not only with the next look. */
export function breakOff({ runs }: FastifyInstance, broken: BrokenOff): void {
  for (const id of broken.runs) {
    runs.halt(id);
    runs.tell(id);
  }
}
