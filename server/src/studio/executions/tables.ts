import type { Action } from '@parlance/shared/contract/agents/automation';
import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import type { ExecutionCause, ExecutionReason, ExecutionStatus } from '@parlance/shared/contract/agents/executions';
import type { ActionOutcome } from '@parlance/shared/contract/api/executions';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type ExecutionTables = {
  executions: {
    id: Generated<string>;
    organization_id: string;
    schedule_id: string | null;
    automation_id: string | null;
    member_id: string;
    bot_id: string | null;
    cause: ExecutionCause;
    status: Generated<ExecutionStatus>;
    reason: ExecutionReason | null;
    error_code: ErrorCode | null;
    due_at: Date;
    depth: Generated<number>;
    event_id: string | null;
    /** The event. */
    input: ColumnType<unknown, string | null | undefined, string | null>;
    prompt: string;
    /** Where values of the event stand in it. */
    event_places: ColumnType<EventPlace[], string | undefined, string>;
    output: string | null;
    dialogue_id: string | null;
    run_id: string | null;
    /** The idempotency key of the answer that is asked for. */
    ask_key: string;
    asks: Generated<number>;
    asked_at: Date | null;
    approval_since: Date | null;
    tokens: number | null;
    /** bigint, so a string. */
    cost_micros: ColumnType<string | null, number | null | undefined, number | null>;
    currency: string | null;
    replay_of: string | null;
    idempotency_key: string | null;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    created_at: Generated<Date>;
    started_at: Date | null;
    ended_at: Date | null;
  };
  execution_actions: {
    organization_id: string;
    execution_id: string;
    position: number;
    action: Json<Action>;
    status: Generated<ActionOutcome['status']>;
    tries: Generated<number>;
    next_try_at: Date | null;
    http_status: number | null;
    error_code: ErrorCode | null;
    shown: ColumnType<ActionOutcome['shown'], string | null | undefined, string | null>;
  };
  automation_holds: { organization_id: string; since: Generated<Date>; by_member_id: string | null };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends ExecutionTables {}
}
