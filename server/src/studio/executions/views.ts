import type { ActionOutcome, ExecutionSummary } from '@parlance/shared/contract/api/executions';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { ExecutionRow } from './origin.ts';

export type SummaryRow = Pick<
  ExecutionRow,
  | 'id'
  | 'status'
  | 'cause'
  | 'reason'
  | 'error_code'
  | 'due_at'
  | 'started_at'
  | 'ended_at'
  | 'tokens'
  | 'cost_micros'
  | 'currency'
  | 'created_at'
>;
export const summaryColumns = [
  'id',
  'status',
  'cause',
  'reason',
  'error_code',
  'due_at',
  'started_at',
  'ended_at',
  'tokens',
  'cost_micros',
  'currency',
  'created_at',
] as const;

/** A summary row as the database writes it in JSON. */
export type SummaryJson = Omit<SummaryRow, 'due_at' | 'started_at' | 'ended_at' | 'created_at' | 'cost_micros'> & {
  due_at: string;
  started_at: string | null;
  ended_at: string | null;
  created_at: string;
  cost_micros: number | null;
};

const written = (moment: Date | string) => new Date(moment).toISOString();

export const summaryOf = ({
  cost_micros: micros,
  currency,
  created_at: _,
  ...row
}: SummaryRow | SummaryJson): ExecutionSummary => ({
  ...row,
  due_at: written(row.due_at),
  started_at: row.started_at === null ? null : written(row.started_at),
  ended_at: row.ended_at === null ? null : written(row.ended_at),
  cost: micros === null || currency === null ? null : { micros: Number(micros), currency },
});

/** The last execution of each of these schedules, or of these automations, that has one. */
export async function findLast(
  trx: Trx,
  column: 'schedule_id' | 'automation_id',
  ids: readonly string[],
): Promise<Map<string, ExecutionSummary>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SummaryRow & { of: string }>`
    select wanted.id as of, last.* from unnest(${[...ids]}::uuid[]) as wanted (id)
    cross join lateral (
      select ${sql.join(summaryColumns.map((name) => sql.ref(name)))} from executions where ${sql.ref(column)} = wanted.id order by created_at desc, id desc limit 1
    ) as last`.execute(trx);
  return new Map(rows.map(({ of, ...row }) => [of, summaryOf(row)]));
}

/** Finds the actions on an answer, in their order. */
export async function findActions(trx: Trx, executionId: string): Promise<ActionOutcome[]> {
  const rows = await trx
    .selectFrom('execution_actions')
    .where('execution_id', '=', executionId)
    .orderBy('position')
    .selectAll()
    .execute();
  return rows.map(({ position, action, status, tries, next_try_at: nextTryAt, http_status, error_code, shown }) => ({
    ...{ position, kind: action.kind, status, tries, http_status, error_code, shown },
    next_try_at: nextTryAt?.toISOString() ?? null,
  }));
}
