import type { Trx } from '../../platform/db/database.ts';
import { endExecution } from './end.ts';
import type { Origins } from './origin.ts';
import { stopAnswer } from './stop.ts';

/** Cancels what is under way of a schedule or an automation that is held; the answers that are to be broken off. */
export async function cancelAll(
  trx: Trx,
  origins: Origins,
  column: 'schedule_id' | 'automation_id',
  id: string,
): Promise<string[]> {
  const answers: string[] = [];
  for (const execution of await trx
    .selectFrom('executions')
    .where(column, '=', id)
    .where('ended_at', 'is', null)
    .selectAll()
    .forUpdate()
    .execute()) {
    const runId = await stopAnswer(trx, execution);
    if (runId !== null) answers.push(runId);
    await endExecution({ origins }, trx, execution, { status: 'cancelled', reason: 'person' });
  }
  return answers;
}
