import type { Language } from '@parlance/shared/contract/language';
import type { Generated } from 'kysely';

export type FileTables = {
  files: {
    id: Generated<string>;
    organization_id: string;
    name: string;
    media_type: string;
    /** Bytes. */
    size: number;
    sha256: string;
    language: Language | null;
    content: string;
    created_at: Generated<Date>;
  };
  passages: {
    id: Generated<string>;
    organization_id: string;
    file_id: string;
    position: number;
    heading: string;
    content: string;
    tokens: string;
    token_count: number;
    tokenizer_version: number;
  };
};
