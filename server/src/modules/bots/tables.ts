import type { Language, LocalizedText } from '@parlance/shared/contract/language';
import type { ColumnType, Generated } from 'kysely';

export type LocalizedList = Partial<Record<Language, string[]>>;

/** jsonb: read as an object, written as its JSON text. */
export type Json<T> = ColumnType<T, string, string>;

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
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  bot_files: { organization_id: string; bot_id: string; file_id: string };
};
