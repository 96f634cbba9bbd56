import type { CheckedKind, RuleAction, RuleDefinition } from '@parlance/shared/contract/api/governance/rule';
import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type GovernanceTables = {
  governance_rules: {
    id: Generated<string>;
    organization_id: string;
    /** Rules apply in this order. */
    position: number;
    is_enabled: Generated<boolean>;
    version: Generated<number>;
    definition: Json<RuleDefinition>;
    updated_at: Generated<Date>;
    /** It is there for what it has found alone, until that is gone. */
    deleted_at: Date | null;
  };
  governance_rule_versions: {
    organization_id: string;
    rule_id: string;
    version: number;
    definition: Json<RuleDefinition>;
    saved_by: string | null;
    saved_at: Generated<Date>;
  };
  /** In which dialogues a rule has applied. */
  dialogue_rule_hits: { organization_id: string; rule_id: string; dialogue_id: string };
  governance_hits: {
    id: Generated<string>;
    organization_id: string;
    rule_id: string;
    version: number;
    kind: CheckedKind;
    action: RuleAction;
    count: number;
    context: string;
    bot_id: string | null;
    created_at: Generated<Date>;
  };
  governance_approvals: {
    id: Generated<string>;
    organization_id: string;
    prompt_id: string;
    rule_id: string | null;
    rule_name: string;
    message: string;
    state: Generated<'waiting' | 'allowed' | 'refused' | 'lapsed'>;
    note: Generated<string>;
    decided_by: string | null;
    decided_at: Date | null;
    created_at: Generated<Date>;
    lapses_at: Date;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends GovernanceTables {}
}
