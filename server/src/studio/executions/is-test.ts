import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { ExecutionRow } from './origin.ts';

/** Resolves to true if an automation is only tried. Repeating a test is a test, too. */
export async function isTest(trx: Trx, { id, cause }: Pick<ExecutionRow, 'id' | 'cause'>): Promise<boolean> {
  if (cause !== 'replay') return cause === 'test';
  const { rows } = await sql<{ cause: string }>`
    with recursive earlier as (
      select cause, replay_of from executions where id = ${id}
      union all select executions.cause, executions.replay_of from earlier join executions on executions.id = earlier.replay_of)
    select cause from earlier where cause = 'test' limit 1`.execute(trx);
  return rows.length > 0;
}
