import type { Citation } from '@parlance/shared/contract/api/runs';
import type { Generated } from 'kysely';
import type { Json } from '../bots/tables.ts';

export type DialogueTables = {
  dialogues: {
    id: Generated<string>;
    organization_id: string;
    member_id: string;
    bot_id: string;
    title: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  messages: {
    id: Generated<string>;
    organization_id: string;
    dialogue_id: string;
    /** Counts up within its dialogue, from 1. */
    position: number;
    author: 'member' | 'bot';
    content: Generated<string>;
    citations: Json<Citation[]>;
    created_at: Generated<Date>;
  };
};
