import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/**
 * Notes what the answers of an execution took, as the ledger has it: those as well that were broken off before the last
 * one.
 */
export async function noteUsage(trx: Trx, executionId: string): Promise<void> {
  await sql`
    update executions set tokens = used.tokens, cost_micros = used.cost, currency = used.currency
    from (
      select sum(model_usage.input_tokens + model_usage.output_tokens)::integer as tokens, sum(model_usage.cost_micros)::bigint as cost, max(model_usage.currency) as currency
      from executions as its
      join runs as last on last.id = its.run_id
      join runs on runs.prompt_id = last.prompt_id
      join model_usage on model_usage.run_id = runs.id
      where its.id = ${executionId}
    ) as used
    where executions.id = ${executionId} and used.tokens is not null`.execute(trx);
}
