import type { AutomationDefinition, TriggerKind } from '@parlance/shared/contract/agents/automation';
import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type AutomationTables = {
  automations: {
    id: Generated<string>;
    organization_id: string;
    /** As whom it runs; null where nobody is left. */
    owner_id: string | null;
    bot_id: string | null;
    name: string;
    definition: Json<AutomationDefinition>;
    trigger_kind: TriggerKind;
    state: Generated<'active' | 'paused'>;
    /** Null of one that was never switched on. */
    paused_because: PauseReason | null;
    /** Sealed; null where there are none. */
    secrets: string | null;
    both_secrets_until: Date | null;
    both_action_secrets_until: Date | null;
    /** Those that nobody has been told: they were replaced when somebody else received it. */
    untold_secrets: Generated<('webhook' | 'actions')[]>;
    form_token_hash: Buffer | null;
    revision: Generated<number>;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    /** Whether its owner has agreed to have it, or has made it. */
    is_agreed: Generated<boolean>;
    /** In a row. */
    failures: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
  };
  /** Something that happened, once for all that it sets off. */
  automation_events: {
    id: Generated<string>;
    organization_id: string;
    kind: TriggerKind;
    /** Of a webhook and a form, as `message_id`. */
    automation_id: string | null;
    message_id: string | null;
    /** What was sent by a form with this `message_id`; null of everything else. */
    request_fingerprint: Buffer | null;
    event: Json<unknown>;
    depth: Generated<number>;
    created_at: Generated<Date>;
  };
  /** What actions have made, with how deep it lies. */
  automation_effects: { organization_id: string; id: string; depth: number; created_at: Generated<Date> };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends AutomationTables {}
}
