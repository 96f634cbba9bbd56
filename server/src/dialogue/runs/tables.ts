import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { RunFailure, RunReading, RunStatus } from '@parlance/shared/contract/api/runs/runs';
import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';
import type { PartNotes } from '../../platform/language-models/language-model.ts';

export type RunTables = {
  runs: {
    id: Generated<string>;
    /** The number over all runs: those waiting in a dialogue begin in this order. */
    number: Generated<string>;
    organization_id: string;
    dialogue_id: string;
    member_id: string;
    prompt_id: string;
    answer_id: string;
    idempotency_key: string;
    /** The fingerprint of the request with this key; null for rows from before it was stored. */
    request_fingerprint: Buffer | null;
    /** The definition to answer by; null for the agent's published one. */
    definition: ColumnType<AgentDefinition | null, string | null | undefined, string | null>;
    /** The parts of its dialogue and files that the model was not given; null if it got everything. */
    reading: ColumnType<RunReading | null, string | null | undefined, string | null>;
    /** True if the person wants the files read whole, in parts if they do not fit. */
    reads_whole: Generated<boolean>;
    /** The notes on the parts, while the answer is under way; null if none was read. */
    part_notes: ColumnType<PartNotes[] | null, string | null | undefined, string | null>;
    language: Language;
    status: Generated<RunStatus>;
    error_code: string | null;
    /** The provider's message about it, for administrators. */
    failure: ColumnType<RunFailure | null, string | null | undefined, string | null>;
    stop_requested: Generated<boolean>;
    owner_process: string;
    lease_until: Date;
    input_tokens: number | null;
    output_tokens: number | null;
    created_at: Generated<Date>;
    /** The model; null until the run begins. */
    model_id: string | null;
    model_name: string | null;
    instead_of: string | null;
    begun_at: Date | null;
    first_ms: number | null;
    reserved_tokens: Generated<number>;
    ended_at: Date | null;
    /** The time since which its person is asked whether a tool may be called; null if nobody is. */
    waiting_since: Date | null;
    /** The UTF-16 code units that it began with; null until it has waited. */
    begun_length: number | null;
    /** The milliseconds its model reasoned; null if it did not. */
    reasoning_ms: number | null;
    /** The offset of `run_deltas` at which the text begins: what precedes it turned out to be reasoning. */
    text_from: Generated<number>;
  };
  /** The reasoning behind an answer: in pieces while it is written, in one row when it has ended. */
  answer_reasoning: {
    organization_id: string;
    answer_id: string;
    /** The UTF-16 code units of reasoning before this text. */
    offset: number;
    text: string;
    created_at: Generated<Date>;
  };
  run_deltas: {
    organization_id: string;
    run_id: string;
    /** The UTF-16 code units before this text. */
    offset: number;
    text: string;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends RunTables {}
}
