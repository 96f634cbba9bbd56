import type {
  KnowledgeKind,
  KnowledgeRefresh,
  KnowledgeScope,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import type { Generated, GeneratedAlways } from 'kysely';

export type KnowledgeTables = {
  knowledge_sources: {
    id: Generated<string>;
    organization_id: string;
    owner_id: string | null;
    kind: KnowledgeKind;
    name: string;
    /** The name as it is ordered and searched. */
    sort_name: GeneratedAlways<string>;
    folder_id: string | null;
    /** The scope; for a source in a folder the folder's counts. */
    access: Generated<KnowledgeScope>;
    /** Null for a folder. */
    file_id: string | null;
    /** The URL of a web page; null for everything else, like `refresh`. */
    url: string | null;
    refresh: KnowledgeRefresh | null;
    is_named_by_page: Generated<boolean>;
    etag: string | null;
    last_modified: string | null;
    refreshed_at: Date | null;
    tried_at: Date | null;
    /** Bytes that are to be read in place of those of the file; key, kind, size and sum together or none of them. */
    pending_key: string | null;
    /** The name once they are read; null leaves it unchanged. */
    pending_name: string | null;
    pending_media_type: string | null;
    pending_size: number | null;
    pending_sha256: string | null;
    /** The member who requested them. */
    pending_by: string | null;
    /** Goes up with each content that is put in the place of another, from when it is pending. */
    content_revision: Generated<number>;
    /** The time since which it waits to be read; null if there is nothing to do. */
    requested_at: Date | null;
    reading_at: Date | null;
    /** The reason of the last failure, if there is earlier text. */
    error_code: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
  };
  knowledge_people: { organization_id: string; source_id: string; member_id: string };
  knowledge_teams: { organization_id: string; source_id: string; team_id: string };
  /** Previous versions of files that were replaced. */
  file_versions: {
    id: Generated<string>;
    organization_id: string;
    source_id: string;
    name: string;
    media_type: string;
    size: number;
    sha256: string;
    /** The storage key; null if the content is the whole file. */
    storage_key: string | null;
    content: Generated<string>;
    replaced_at: Generated<Date>;
    replaced_by: string | null;
  };
  /** Dialogues with an answer that quotes a file. A trigger writes it. */
  file_dialogues: { organization_id: string; file_id: string; dialogue_id: string };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends KnowledgeTables {}
}
