import type { AttachmentState } from '@parlance/shared/contract/api/attachments';
import type { Language } from '@parlance/shared/contract/values/language';
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
    /** The whole file where it has no storage_key; empty otherwise: what could be read is in its passages. */
    content: Generated<string>;
    /** Where its bytes lie in the storage. */
    storage_key: string | null;
    state: Generated<AttachmentState>;
    /** Why it could not be read; null in every other state. */
    error_code: string | null;
    /** The model that has made the vectors of all its passages. */
    embedding_model: string | null;
    /** When its vectors were asked for; null where they are there, or nobody has. */
    vectors_requested_at: Date | null;
    created_at: Generated<Date>;
  };
  passages: {
    id: Generated<string>;
    organization_id: string;
    file_id: string;
    /** Counts from 0 through the file. */
    position: number;
    heading: string;
    content: string;
    page: number | null;
    tokens: string;
    token_count: number;
    tokenizer_version: number;
    /** What the model of that name makes of it; both or neither. */
    embedding: number[] | null;
    embedding_model: string | null;
  };
  /** Keys that no row of a file may name. A tenant only adds to them. */
  storage_leftovers: { id: Generated<string>; key: string; noted_at: Generated<Date> };
  /** Keys whose bytes were taken away: no row can name one. No tenant sees them. */
  storage_swept: { key: string; swept_at: Generated<Date> };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends FileTables {}
}
