import type {
  ToolAsksBecause,
  ToolCallState,
  ToolFunction,
  ToolKind,
  ToolSettings,
} from '@parlance/shared/contract/api/tools';
import type { ToolContent } from '@parlance/shared/contract/api/tools/contents';
import type { Elicitation, ElicitationState } from '@parlance/shared/contract/api/tools/elicitations';
import type { ColumnType, Generated } from 'kysely';
import type { CallExtras } from '../../platform/language-models/tool-calling.ts';

/** Written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

export type ToolTables = {
  tools: {
    id: Generated<string>;
    organization_id: string;
    kind: ToolSettings['kind'];
    name: string;
    description: string;
    settings: Json<ToolSettings>;
    secrets: string | null;
    secret_headers: string[];
    client_secret: Generated<string | null>;
    functions: Json<Omit<ToolFunction, 'is_enabled'>[]>;
    disabled_functions: string[];
    error_code: string | null;
    created_by: string | null;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  tool_calls: {
    id: Generated<string>;
    organization_id: string;
    /** Null for the call of an answer that was copied: then it names its answer itself. */
    run_id: string | null;
    answer_id: string | null;
    step: number;
    position: number;
    provider_call_id: string;
    told_name: string;
    tool_id: string | null;
    kind: ToolKind;
    tool_name: string;
    function: string;
    arguments: string;
    state: ToolCallState;
    /** The reason for asking; null if its function always asks, or nobody was asked. */
    asks_because: ToolAsksBecause | null;
    result: Generated<string>;
    is_cut: Generated<boolean>;
    /** What the model is told of the result; null if it is told all of it. */
    told_result: Generated<string | null>;
    offset: number;
    created_at: Generated<Date>;
    begun_at: Date | null;
    duration_ms: number | null;
  };
  tool_clients: {
    tool_id: string;
    organization_id: string;
    issuer: string;
    redirect_uri: string;
    sealed: string;
    created_at: Generated<Date>;
  };
  tool_sign_ins: {
    id: Generated<string>;
    organization_id: string;
    member_id: string;
    tool_id: string;
    state_hash: Buffer;
    sealed: string;
    expires_at: Date;
    created_at: Generated<Date>;
  };
  connected_accounts: {
    id: Generated<string>;
    organization_id: string;
    member_id: string;
    tool_id: string;
    server_url: string;
    sealed: string;
    revision: Generated<number>;
    expires_at: ColumnType<Date | null, string | null, string | null>;
    renewing_until: Generated<Date | null>;
    is_lapsed: Generated<boolean>;
    wanted_scope: Generated<string>;
    signed_in_at: Generated<Date>;
    last_used_at: Generated<Date | null>;
  };
  elicitations: {
    id: Generated<string>;
    organization_id: string;
    call_id: string;
    state: Generated<ElicitationState>;
    message: string;
    asked: Json<NonNullable<Elicitation['asked']>>;
    sealed: string | null;
    created_at: Generated<Date>;
  };
  /** What a provider sent with the request for a call, and wants back with its result. */
  tool_call_extras: {
    organization_id: string;
    call_id: string;
    extras: Json<CallExtras>;
    created_at: Generated<Date>;
  };
  /** What a result holds beside text. */
  tool_contents: {
    id: Generated<string>;
    organization_id: string;
    call_id: string;
    /** The position in the result, from 0. */
    position: number;
    type: ToolContent['type'];
    media_type: string;
    name: string;
    size: number;
    address: string | null;
    storage_key: string | null;
    is_untold: Generated<boolean>;
    created_at: Generated<Date>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends ToolTables {}
}
