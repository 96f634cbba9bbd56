import type { ExecutionStatus } from '@parlance/shared/contract/agents/executions';
import { executionKeptDays } from '@parlance/shared/contract/agents/executions';
import { sql } from 'kysely';
import { isFree } from '../../people/organizations/held.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { requireSameRequest } from '../../platform/http/idempotency.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import type { RequestKey } from './make.ts';
import type { ExecutionRow } from './origin.ts';
import { type SummaryRow, summaryColumns } from './views.ts';

/**
 * What ran as the caller, and nobody else's: its words may come from what only that person could read, whoever has
 * taken it over.
 */
const ownExecutions = (trx: Trx, { organizationId, memberId }: Caller) =>
  trx.selectFrom('executions').where('organization_id', '=', organizationId).where('member_id', '=', memberId);

/** Where a page begins: after the execution that was made then, with this id. */
export type ExecutionPosition = readonly [createdAt: string, id: string];
type Query = {
  readonly column: 'schedule_id' | 'automation_id';
  readonly id: string;
  readonly status: ExecutionStatus | undefined;
  readonly after: ExecutionPosition | null;
  readonly limit: number;
};

/** The latest first, one more than `limit` where there are more. */
export function findExecutions(
  trx: Trx,
  caller: Caller,
  { column, id, status, after, limit }: Query,
): Promise<SummaryRow[]> {
  let query = ownExecutions(trx, caller).where(column, '=', id);
  if (status !== undefined) query = query.where('status', '=', status);
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .select(summaryColumns)
    .execute();
}

/** Throws not_found. */
export async function requireExecution(trx: Trx, caller: Caller, id: string): Promise<ExecutionRow> {
  const found = await ownExecutions(trx, caller).where('id', '=', id).selectAll().executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  return found;
}

/** The same until the transaction ends. What made it is held before. */
export async function lockExecution(trx: Trx, caller: Caller, id: string): Promise<ExecutionRow> {
  const found = await ownExecutions(trx, caller).where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  return found;
}

/**
 * What an earlier request of the caller's with this key has made. Throws idempotency_key_reused where it asked for
 * something else.
 */
export async function findByKey(
  trx: Trx,
  caller: Caller,
  { key, fingerprint }: RequestKey,
): Promise<SummaryRow | undefined> {
  const found = await ownExecutions(trx, caller)
    .where('idempotency_key', '=', key)
    .select([...summaryColumns, 'request_fingerprint'])
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { request_fingerprint: earlier, ...row } = found;
  requireSameRequest(earlier, fingerprint);
  return row;
}

/** Executions that are over and whose time is up, unless they are under a legal hold. */
export const oldExecutions: Due = {
  table: 'executions',
  by: 'created_at',
  keptFor: days(executionKeptDays),
  where: sql<boolean>`ended_at is not null and ${isFree('executions.organization_id', 'executions.member_id')}`,
};
