import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import type { ScheduleDefinition } from '@parlance/shared/contract/api/schedules';
import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type ScheduleTables = {
  schedules: {
    id: Generated<string>;
    organization_id: string;
    owner_id: string | null;
    bot_id: string | null;
    name: string;
    definition: Json<ScheduleDefinition>;
    state: Generated<'active' | 'paused'>;
    paused_because: PauseReason | null;
    next_at: Date | null;
    revision: Generated<number>;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    dialogue_id: string | null;
    /** Whether its owner has agreed to have it, or has made it. */
    is_agreed: Generated<boolean>;
    failures: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends ScheduleTables {}
}
