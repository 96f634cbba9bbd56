import type { AutomationDefinition, TriggerKind } from '@parlance/shared/contract/agents/automation';
import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type AutomationTables = {
  automations: {
    id: Generated<string>;
    organization_id: string;
    /** The member it runs as; null if nobody is left. */
    owner_id: string | null;
    bot_id: string | null;
    name: string;
    definition: Json<AutomationDefinition>;
    trigger_kind: TriggerKind;
    state: Generated<'active' | 'paused'>;
    /** Null of one that was never switched on. */
    paused_because: PauseReason | null;
    /** The sealed secrets; null if there are none. */
    secrets: string | null;
    both_secrets_until: Date | null;
    both_action_secrets_until: Date | null;
    /** Secrets nobody has seen yet: they were replaced when somebody else received the automation. */
    untold_secrets: Generated<('webhook' | 'actions')[]>;
    form_token_hash: Buffer | null;
    revision: Generated<number>;
    idempotency_key: string;
    /** The fingerprint of the request with this key; null for rows from before it was stored. */
    request_fingerprint: Buffer | null;
    /** True if its owner has agreed to it, or has made it. */
    is_agreed: Generated<boolean>;
    /** The number of consecutive failures. */
    failures: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
  };
  /** An event, stored once for all automations that it triggers. */
  automation_events: {
    id: Generated<string>;
    organization_id: string;
    kind: TriggerKind;
    /** The automation of a webhook or a form; set together with `message_id`. */
    automation_id: string | null;
    message_id: string | null;
    /** The fingerprint of a form with this `message_id`; null for everything else. */
    request_fingerprint: Buffer | null;
    event: Json<unknown>;
    depth: Generated<number>;
    created_at: Generated<Date>;
  };
  /** Things created by actions, with their depth. */
  automation_effects: { organization_id: string; id: string; depth: number; created_at: Generated<Date> };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends AutomationTables {}
}
