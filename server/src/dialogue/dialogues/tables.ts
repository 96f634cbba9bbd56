import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import type { RatingReason, RatingValue } from '@parlance/shared/contract/api/dialogues';
import type { AppliedRule, Citation } from '@parlance/shared/contract/api/runs/runs';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type DialogueTables = {
  dialogues: {
    id: Generated<string>;
    organization_id: string;
    member_id: string;
    bot_id: string;
    /** `test`: an agent is tried in it; it is in no list, and goes after a day. */
    kind: Generated<'member' | 'test'>;
    title: string;
    title_source: Generated<'prompt' | 'model' | 'member'>;
    /** The last message of the branch that is read; null only before there is one. */
    leaf_id: string | null;
    /**
     * Of one in which an automation is tried false, until its member goes on in it: it is in no list, and is not found.
     */
    is_listed: Generated<boolean>;
    is_pinned: Generated<boolean>;
    is_archived: Generated<boolean>;
    folder_id: string | null;
    deleted_at: Date | null;
    /** Its title is found by the search. */
    is_searchable: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  messages: {
    id: Generated<string>;
    organization_id: string;
    dialogue_id: string;
    parent_id: string | null;
    /** Counts up within its dialogue, from 1, in the order they were made. */
    position: number;
    author: 'member' | 'bot';
    content: Generated<string>;
    citations: Json<Citation[]>;
    applied_rules: ColumnType<AppliedRule[], string | undefined, string>;
    /** Of a prompt that an event has made: where its values stand. */
    event_places: ColumnType<EventPlace[], string | undefined, string>;
    is_searchable: Generated<boolean>;
    created_at: Generated<Date>;
  };
  search_entries: {
    id: Generated<string>;
    organization_id: string;
    member_id: string;
    dialogue_id: string;
    /** Null: the title. */
    message_id: string | null;
    /** The dialogue is not deleted. */
    is_kept: Generated<boolean>;
    written_at: Date;
    tokens: string;
    tokenizer_version: number;
  };
  ratings: {
    organization_id: string;
    message_id: string;
    value: RatingValue;
    reasons: RatingReason[];
    comment: string;
    updated_at: Generated<Date>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends DialogueTables {}
}
