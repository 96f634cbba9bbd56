import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { RunFailure, RunReading, RunStatus } from '@parlance/shared/contract/api/runs/runs';
import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';
import type { PartNotes } from '../../platform/language-models/language-model.ts';

export type RunTables = {
  runs: {
    id: Generated<string>;
    /** Counts up over all runs: those that wait in a dialogue begin in this order. */
    number: Generated<string>;
    organization_id: string;
    dialogue_id: string;
    member_id: string;
    prompt_id: string;
    answer_id: string;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    /** What the answer is given by; null: by what is published of the agent. */
    definition: ColumnType<AgentDefinition | null, string | null | undefined, string | null>;
    /** What of its dialogue and files the model was not given; null where it was given everything. */
    reading: ColumnType<RunReading | null, string | null | undefined, string | null>;
    /** Its person wants the files to be read whole, in parts where they do not fit. */
    reads_whole: Generated<boolean>;
    /** What was noted of the parts, while the answer is under way; null where none was read. */
    part_notes: ColumnType<PartNotes[] | null, string | null | undefined, string | null>;
    language: Language;
    status: Generated<RunStatus>;
    error_code: string | null;
    /** What its provider said of it, for administrators. */
    failure: ColumnType<RunFailure | null, string | null | undefined, string | null>;
    stop_requested: Generated<boolean>;
    owner_process: string;
    lease_until: Date;
    input_tokens: number | null;
    output_tokens: number | null;
    created_at: Generated<Date>;
    /** Null while the model is not known yet, which is until the run begins. */
    model_id: string | null;
    model_name: string | null;
    instead_of: string | null;
    begun_at: Date | null;
    first_ms: number | null;
    reserved_tokens: Generated<number>;
    ended_at: Date | null;
    /** Since when its person is asked whether a tool may be called; null while nobody is. */
    waiting_since: Date | null;
    /** UTF-16 code units that it began with; null until it has waited. */
    begun_length: number | null;
  };
  run_deltas: {
    organization_id: string;
    run_id: string;
    /** UTF-16 code units before this text. */
    offset: number;
    text: string;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends RunTables {}
}
