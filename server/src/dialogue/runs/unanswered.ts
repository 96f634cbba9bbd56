import { approvalHours } from '@parlance/shared/contract/agents/executions';
import { toolAnswerHours } from '@parlance/shared/contract/api/tools';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** The condition that it waits for an administrator, who has other hours. */
const isForDecision = sql<boolean>`exists (select from governance_approvals where governance_approvals.prompt_id = runs.prompt_id and governance_approvals.state = 'waiting')`;

/** A person who did not send the prompt themselves is told by mail, and has longer. */
const hoursToAnswer = sql<number>`case when exists (select from executions where executions.ask_key = runs.idempotency_key and executions.member_id = runs.member_id) then ${sql.lit(approvalHours)} else ${sql.lit(toolAnswerHours)} end`;

/**
 * Finds waiting answers to end: their person has not answered in time, a job has requested a stop, or their dialogue is
 * gone.
 */
export async function findUnanswered(trx: Trx): Promise<{ id: string; organizationId: string }[]> {
  const rows = await trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .where('runs.waiting_since', 'is not', null)
    .where('runs.status', '=', 'running')
    .where((of) =>
      of.or([
        of.and([
          of('runs.waiting_since', '<', sql<Date>`now() - make_interval(hours => ${hoursToAnswer})`),
          of.not(isForDecision),
        ]),
        of('runs.stop_requested', '=', true),
        of('dialogues.deleted_at', 'is not', null),
      ]),
    )
    .select(['runs.id', 'runs.organization_id as organizationId'])
    .execute();
  return rows;
}
