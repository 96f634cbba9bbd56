import type { AgentState } from '@parlance/shared/contract/access/agent-rights';
import type { AgentTool, ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import type { BotCategory } from '@parlance/shared/contract/api/bots';
import type { Language, LocalizedText } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type LocalizedList = Partial<Record<Language, string[]>>;

export type BotTables = {
  bots: {
    id: Generated<string>;
    organization_id: string;
    name: Json<LocalizedText>;
    description: Json<LocalizedText>;
    greeting: Json<LocalizedText>;
    starters: Json<LocalizedList>;
    avatar: string;
    instructions: Generated<string>;
    category: Generated<BotCategory>;
    responsible_id: string | null;
    /** The model; null for the standard one of the installation. */
    model_id: string | null;
    /** The limit; null for none. */
    answers_a_month: number | null;
    owner_id: string | null;
    access: Generated<'private' | 'people' | 'organization'>;
    /** The number of the version in this row; null if it was never published. */
    version: number | null;
    is_disabled: Generated<boolean>;
    archived_at: Date | null;
    deleted_at: Date | null;
    /** True for a bot that came with the organisation and takes no place of its plan. */
    is_given: Generated<boolean>;
    temperature: number | null;
    max_output_tokens: number | null;
    /** How much its model is to reason; null is the model's own. */
    reasoning_effort: ReasoningEffort | null;
    tools: ColumnType<AgentTool[], string | undefined, string>;
    tool_steps: Generated<number>;
    /** The state, generated from the columns above. */
    state: GeneratedAlways<AgentState>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  bot_uses: {
    organization_id: string;
    member_id: string;
    bot_id: string;
    is_favorite: Generated<boolean>;
    last_used_at: Date | null;
  };
  bot_files: { organization_id: string; bot_id: string; file_id: string };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends BotTables {}
}
