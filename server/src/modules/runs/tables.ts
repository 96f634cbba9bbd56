import type { RunStatus } from '@parlance/shared/contract/api/runs';
import type { Language } from '@parlance/shared/contract/language';
import type { Generated } from 'kysely';

export type RunTables = {
  runs: {
    id: Generated<string>;
    organization_id: string;
    dialogue_id: string;
    member_id: string;
    prompt_id: string;
    answer_id: string;
    idempotency_key: string;
    language: Language;
    status: Generated<RunStatus>;
    error_code: string | null;
    stop_requested: Generated<boolean>;
    owner_process: string;
    lease_until: Date;
    input_tokens: number | null;
    output_tokens: number | null;
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
  run_deltas: {
    organization_id: string;
    run_id: string;
    /** UTF-16 code units before this text. */
    offset: number;
    text: string;
  };
};
