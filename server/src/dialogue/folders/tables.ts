import type { Generated } from 'kysely';

export type FolderTables = {
  folders: {
    id: Generated<string>;
    organization_id: string;
    member_id: string;
    name: string;
    created_at: Generated<Date>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends FolderTables {}
}
