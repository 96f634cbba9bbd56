import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { RefusedCall, TestQuestion, TestRun } from '@parlance/shared/contract/api/agents/agent-test-sets';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';
import type { AgentPart } from './references.ts';

type Point = TestRun['results'][number]['points'][number];

export type StudioTables = {
  agent_drafts: {
    organization_id: string;
    bot_id: string;
    definition: Json<AgentDefinition>;
    /** Counts the changes from 1. */
    revision: Generated<number>;
    changed_by: string | null;
    updated_at: Generated<Date>;
  };
  agent_versions: {
    organization_id: string;
    bot_id: string;
    /** Counts up within its agent, from 1, without a gap. */
    number: number;
    definition: Json<AgentDefinition>;
    /** Of the draft that became it. */
    revision: number;
    name: Generated<string>;
    message: Generated<string>;
    published_by: string | null;
    published_at: Generated<Date>;
  };
  agent_people: { organization_id: string; bot_id: string; member_id: string };
  agent_teams: { organization_id: string; bot_id: string; team_id: string };
  agent_presence: { organization_id: string; bot_id: string; member_id: string; seen_at: Generated<Date> };
  agent_creations: {
    organization_id: string;
    member_id: string;
    idempotency_key: string;
    request_fingerprint: Buffer | null;
    bot_id: string;
    left_out: Generated<AgentPart[]>;
    created_at: Generated<Date>;
  };
  agent_test_sets: {
    organization_id: string;
    bot_id: string;
    questions: Json<TestQuestion[]>;
    revision: Generated<number>;
  };
  agent_test_runs: {
    id: Generated<string>;
    organization_id: string;
    bot_id: string;
    member_id: string;
    /** The version that is tested; null: the draft as it was then. */
    number: number | null;
    definition: Json<AgentDefinition>;
    status: Generated<TestRun['status']>;
    started_at: Generated<Date>;
  };
  agent_test_results: {
    organization_id: string;
    test_run_id: string;
    position: number;
    question: Json<TestQuestion>;
    /** The run that answers it, while it does. */
    run_id: string | null;
    /** Null until it is judged. */
    answer: string | null;
    error_code: string | null;
    points: Json<Point[]>;
    passed: Generated<boolean>;
    refused_calls: ColumnType<RefusedCall[], string | undefined, string>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends StudioTables {}
}
