import type { AttachmentState } from '@parlance/shared/contract/api/attachments';
import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';

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
    /** The whole text of a file without storage_key; empty otherwise: the extracted text is in its passages. */
    content: Generated<string>;
    /** The storage key of its bytes. */
    storage_key: string | null;
    state: Generated<AttachmentState>;
    /** The reason it could not be read; null in every other state. */
    error_code: string | null;
    /**
     * The pages that could not be read, and the number of those recognised; null for formats that do not know them, and
     * for what was read before.
     */
    unread_pages: ColumnType<UnreadPages | null, string | null | undefined, string | null>;
    /** The languages with which the text of its pages was recognised, as `deu+eng`; null if nobody has tried. */
    recognized_with: string | null;
    /** The model with whose codes all its passages are stored. */
    indexed_model: string | null;
    /** The time its vectors were requested; null if they exist, or nobody has. */
    vectors_requested_at: Date | null;
    created_at: Generated<Date>;
  };
  passages: {
    id: Generated<string>;
    organization_id: string;
    file_id: string;
    /** The position in the file, from 0. */
    position: number;
    heading: string;
    content: string;
    page: number | null;
    tokens: string;
    token_count: number;
    tokenizer_version: number;
    /** The vector of a release before passage_codes, and the name of its model; both or neither. */
    embedding: number[] | null;
    embedding_model: string | null;
  };
  /** Keys that no row may name. A tenant only adds to them. */
  storage_leftovers: { id: Generated<string>; key: string; noted_at: Generated<Date> };
  /** Keys whose bytes were deleted: no row can name one. No tenant sees them. */
  storage_swept: { key: string; swept_at: Generated<Date> };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends FileTables {}
}
