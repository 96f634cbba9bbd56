import type { UploadTarget } from '@parlance/shared/contract/api/uploads';
import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type UploadTables = {
  uploads: {
    id: Generated<string>;
    organization_id: string;
    member_id: string;
    name: string;
    /** bigint, so a string. */
    size: string;
    modified_at: Date;
    target: Json<UploadTarget>;
    /** The storage key of the whole file. */
    key: string;
    joining_at: Date | null;
    made_id: string | null;
    touched_at: Generated<Date>;
  };
  upload_parts: { upload_id: string; organization_id: string; number: number; storage_key: string; sha256: string };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends UploadTables {}
}
