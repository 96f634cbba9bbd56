import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';

/** bigint: read as a string. */
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
    /** In millionths of the currency's unit, for a million tokens. */
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
    /** 0 where there was none. */
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
    /** Vectors of texts, or answers of a run. */
    purpose: Generated<'answers' | 'embeddings'>;
    /** Null for vectors of what nobody brought. */
    member_id: string | null;
    /** Null for vectors. */
    run_id: string | null;
    call: number;
    model_id: string | null;
    provider: string;
    model_name: string;
    input_tokens: number;
    output_tokens: number;
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
