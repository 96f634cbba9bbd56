import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';

/** A bigint column: read as a string. */
type Bigint = ColumnType<string, number | string, number | string>;

export type ModelTables = {
  model_providers: { id: Generated<string>; name: string; created_at: Generated<Date> };
  models: {
    id: Generated<string>;
    provider_id: string;
    name: string;
    purpose: 'answers' | 'embeddings';
    kind: 'embedded' | 'language-model';
    context_length: number | null;
    sees_images: Generated<boolean>;
    languages: Generated<Language[]>;
    /** The price in millionths of the currency's unit per million tokens. */
    input_price_micros: Bigint | null;
    output_price_micros: Bigint | null;
    currency: string | null;
    is_enabled: Generated<boolean>;
    fallback_id: string | null;
    created_at: Generated<Date>;
  };
  model_failures: {
    provider: string;
    model: string;
    code: string;
    /** The HTTP status; 0 if there was none. */
    status: number;
    alike: Buffer;
    words: string;
    request_id: string | null;
    failures: number;
    first_at: Date;
    last_at: Date;
  };
  model_usage: {
    id: Generated<string>;
    organization_id: string;
    /** The purpose: vectors of texts, or answers of a run. */
    purpose: Generated<'answers' | 'embeddings'>;
    /** The member; null for vectors of a text that nobody brought. */
    member_id: string | null;
    /** The run; null for vectors. */
    run_id: string | null;
    call: number;
    model_id: string | null;
    provider: string;
    model_name: string;
    input_tokens: number;
    output_tokens: number;
    /** Parts of the input: what the provider had kept of an earlier call, and what it keeps for later ones. */
    cache_read_tokens: Generated<number>;
    cache_write_tokens: Generated<number>;
    is_estimated: boolean;
    cost_micros: Bigint | null;
    currency: string | null;
    created_at: Generated<Date>;
  };
  side_requests: {
    id: string;
    organization_id: string;
    member_id: string;
    reserved_tokens: Generated<number>;
    lease_until: Date;
    created_at: Generated<Date>;
  };
  allowance_use: {
    organization_id: string;
    /** The first day of a calendar month, UTC. */
    month: Date;
    subject: 'member' | 'bot' | 'organization';
    subject_id: string;
    answers: Generated<number>;
    tokens: Bigint;
    reserved_tokens: Bigint;
    cost_micros: Bigint;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends ModelTables {}
}
