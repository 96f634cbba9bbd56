import {
  cancelExecution,
  type Execution,
  type ExecutionSummary,
  getExecution,
  listExecutions,
  replayExecution,
} from '@parlance/shared/contract/api/executions';
import { retryAction } from '@parlance/shared/contract/api/automations/action-tries';
import type { ExecutionStatus } from '@parlance/shared/contract/agents/executions';
import { call } from '@parlance/shared/http';
import { useEndpoint, useEndpointPages } from '@parlance/shared/loading';

/** The schedule or automation whose executions are listed. */
export type ExecutionsOf = { readonly schedule_id: string } | { readonly automation_id: string };

/** The poll interval of pending executions in milliseconds. */
export const lookEveryMs = 3_000;
/** Milliseconds within which an attempt counts as soon: it is polled for. */
const soonMs = 60_000;

export const isUnderWay = ({ status }: Pick<ExecutionSummary, 'status'>): boolean =>
  status === 'waiting' || status === 'running' || status === 'approval';

/** Says whether an execution will change by itself in a moment. */
const isOnItsWay = (execution: Execution): boolean =>
  isUnderWay(execution) ||
  execution.actions.some(
    ({ status, next_try_at: next }) =>
      status === 'running' || (status === 'waiting' && (next === null || Date.parse(next) - Date.now() < soonMs)),
  );

/** Loads the history, latest first; filtered by status on request. */
export function useExecutions(of: ExecutionsOf, status: ExecutionStatus | null) {
  const query = { ...of, ...(status === null ? {} : { status }) };
  return useEndpointPages(
    listExecutions,
    { query },
    {
      keepsRows: true,
      lookAgain: { every: lookEveryMs, while: (rows) => rows.some(isUnderWay) },
    },
  );
}

export const useExecution = (id: string) =>
  useEndpoint(getExecution, { params: { execution_id: id } }, { lookAgain: { every: lookEveryMs, while: isOnItsWay } });

export const repeatExecution = (id: string, key: string) =>
  call(replayExecution, { params: { execution_id: id }, body: { idempotency_key: key } });
export const stopExecution = (id: string) => call(cancelExecution, { params: { execution_id: id } });
export const tryAgain = (id: string, position: number) => call(retryAction, { params: { execution_id: id, position } });
