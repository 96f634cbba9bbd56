import type { Trx } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { actingAs } from '../../platform/principal/acting.ts';
import { type ExecutionDependencies, askFor } from './ask-for.ts';
import { atDepth } from './depth.ts';
import { endExecution } from './end.ts';
import { type ExecutionRow, originOf } from './origin.ts';
import { settleExecution } from './settle.ts';

/**
 * Continues an execution: asks the agent unless that is done, and handles the outcome of the answer. It waits for
 * nothing. The end of an answer requests this job again, in the same transaction, so that no polling is needed.
 */
export const executing = (deps: ExecutionDependencies): JobHandler<JobData['execute']> => ({
  run: ({ execution: id }) =>
    withExecution(deps, id, async (execution) => {
      if (execution.asked_at === null && execution.ended_at === null) await askFor(deps, execution);
      await deps.db.asTenant(execution.organization_id, (trx) =>
        locked(deps, trx, execution, (row) => settleExecution(deps, trx, row)),
      );
    }),
  giveUp: ({ execution: id }) =>
    withExecution(deps, id, (execution) =>
      deps.db.asTenant(execution.organization_id, (trx) =>
        locked(deps, trx, execution, (row) =>
          endExecution(deps, trx, row, { status: 'failed', errorCode: 'internal' }),
        ),
      ),
    ),
});

async function withExecution(
  { db }: ExecutionDependencies,
  id: string,
  work: (execution: ExecutionRow) => Promise<void>,
): Promise<void> {
  const execution = await db.asSystem((trx) =>
    trx.selectFrom('executions').where('id', '=', id).selectAll().executeTakeFirst(),
  );
  if (execution === undefined) return;
  const actor = { kind: 'schedule', id: execution.schedule_id ?? execution.automation_id ?? id, name: '' } as const;
  await actingAs({ organizationId: execution.organization_id, actor, address: null, requestId: null }, () =>
    atDepth(execution.depth, () => work(execution)),
  );
}

/** First what made it is held, then the execution: as by the clock, which does not know of an execution yet. */
async function locked(
  { origins }: Pick<ExecutionDependencies, 'origins'>,
  trx: Trx,
  execution: ExecutionRow,
  work: (execution: ExecutionRow) => Promise<void>,
): Promise<void> {
  const { id, origin } = originOf(origins, execution);
  await origin.lock(trx, id);
  const row = await trx
    .selectFrom('executions')
    .where('id', '=', execution.id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row !== undefined) await work(row);
}
