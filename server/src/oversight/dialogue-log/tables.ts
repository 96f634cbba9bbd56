import type { DialogueLogFilter, ExportFormat } from '@parlance/shared/contract/api/dialogue-log';
import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

/** bigint: read as a string. */
type Bigint = ColumnType<string, number | string, number | string>;

export type DialogueLogTables = {
  /** Figures of a dialogue that was asked something. */
  dialogue_log_entries: {
    dialogue_id: string;
    organization_id: string;
    member_id: string;
    bot_id: string;
    language: Language;
    prompts: number;
    tokens: Bigint;
    ups: number;
    downs: number;
    started_at: Date;
    asked_at: Date;
  };
  /** Dialogues whose figures are of before. Triggers write it. */
  dialogue_log_changes: { dialogue_id: string; organization_id: string };
  shown_names: { organization_id: string; member_id: string; reason: string; until: Date };
  dialogue_log_exports: {
    id: Generated<string>;
    organization_id: string;
    member_id: string;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    format: ExportFormat;
    filter: Json<DialogueLogFilter>;
    has_names: boolean;
    language: Language;
    status: Generated<'waiting' | 'running' | 'complete' | 'failed'>;
    done: Generated<number>;
    of: Generated<number>;
    storage_key: string | null;
    size: Bigint | null;
    created_at: Generated<Date>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends DialogueLogTables {}
}
