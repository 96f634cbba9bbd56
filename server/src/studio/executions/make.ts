import { randomUUID } from 'node:crypto';
import type { Action } from '@parlance/shared/contract/agents/automation';
import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import type { ExecutionCause, ExecutionReason } from '@parlance/shared/contract/agents/executions';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { requestJobs } from '../../platform/jobs/request-job.ts';

/** The key of a request and what it asks for. */
export type RequestKey = { readonly key: string; readonly fingerprint: Buffer };

export type NewExecution = {
  readonly organizationId: string;
  /** The schedule or automation that it works for. */
  readonly of: { readonly scheduleId: string } | { readonly automationId: string };
  /** The member it runs as. */
  readonly memberId: string;
  readonly botId: string;
  readonly cause: ExecutionCause;
  readonly dueAt: Date;
  readonly prompt: string;
  /** The places of event values in the prompt. */
  readonly eventPlaces?: readonly EventPlace[];
  /** The event, as it came. */
  readonly input?: unknown;
  readonly eventId?: string;
  readonly depth?: number;
  readonly actions?: readonly Action[];
  readonly replayOf?: string;
  /** The key of a person’s request: the same key is the same execution. */
  readonly requested?: RequestKey;
  /** The reason why it was due and does nothing. */
  readonly skipped?: ExecutionReason;
  /** True if it begins when an earlier one is over. */
  readonly isQueued?: boolean;
};

/**
 * Makes an execution in the transaction of its trigger, and requests its work. Null if the tick, the event or the
 * request has one already.
 */
export async function makeExecution(trx: Trx, wanted: NewExecution): Promise<string | null> {
  const [id] = await makeExecutions(trx, [wanted]);
  return id ?? null;
}

/** The same for many at once; the ids of those that were made. */
export async function makeExecutions(trx: Trx, wanted: readonly NewExecution[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  const rows = wanted.map((execution) => ({ id: randomUUID(), execution }));
  const made = await trx
    .insertInto('executions')
    .values(rows.map(({ id, execution }) => rowOf(id, execution)))
    .onConflict((on) => on.doNothing())
    .returning(['id', 'status'])
    .execute();
  const ids = new Set(made.map(({ id }) => id));
  const are = rows.filter(({ id }) => ids.has(id));
  const actions = are.flatMap(({ id, execution }) =>
    (execution.actions ?? []).map((action, position) => ({
      organization_id: execution.organizationId,
      execution_id: id,
      position,
      action: jsonOf(action),
    })),
  );
  if (actions.length > 0) await trx.insertInto('execution_actions').values(actions).execute();
  const begun = are.filter(({ execution }) => execution.skipped === undefined && execution.isQueued !== true);
  await requestJobs(
    trx,
    'execute',
    begun.map(({ id, execution: { organizationId } }) => ({ data: { execution: id }, organizationId })),
  );
  return are.map(({ id }) => id);
}

function rowOf(id: string, { of, ...wanted }: NewExecution) {
  const isSkipped = wanted.skipped !== undefined;
  return {
    id,
    organization_id: wanted.organizationId,
    schedule_id: 'scheduleId' in of ? of.scheduleId : null,
    automation_id: 'automationId' in of ? of.automationId : null,
    member_id: wanted.memberId,
    bot_id: wanted.botId,
    cause: wanted.cause,
    status: isSkipped ? ('skipped' as const) : ('waiting' as const),
    reason: wanted.skipped ?? null,
    due_at: wanted.dueAt,
    depth: wanted.depth ?? 0,
    event_id: wanted.eventId ?? null,
    input: wanted.input === undefined ? null : jsonOf(wanted.input),
    prompt: wanted.prompt.toWellFormed(),
    event_places: jsonOf(wanted.eventPlaces ?? []),
    ask_key: id,
    replay_of: wanted.replayOf ?? null,
    idempotency_key: wanted.requested?.key ?? null,
    request_fingerprint: wanted.requested?.fingerprint ?? null,
    ended_at: isSkipped ? new Date() : null,
  };
}
