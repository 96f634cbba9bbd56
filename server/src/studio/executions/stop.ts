import { lockDialogue, requestStop, stopWaiting } from '../../dialogue/runs/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { ExecutionRow } from './origin.ts';

/**
 * Has the answer of an execution stopped, wherever it is written; its id, for whoever can break it off sooner than the
 * next look.
 */
export async function stopAnswer(
  trx: Trx,
  { ask_key: key, member_id: memberId }: Pick<ExecutionRow, 'ask_key' | 'member_id'>,
): Promise<string | null> {
  const run = await trx
    .selectFrom('runs')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .where('status', 'in', ['queued', 'running'])
    .select(['id', 'dialogue_id'])
    .executeTakeFirst();
  if (run === undefined) return null;
  await lockDialogue(trx, run.dialogue_id);
  await stopWaiting(trx, run.dialogue_id, run.id);
  await requestStop(trx, run.id);
  return run.id;
}
