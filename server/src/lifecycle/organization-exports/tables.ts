import type { OrganizationExport } from '@parlance/shared/contract/api/organization-exports';
import type { Generated } from 'kysely';

export type OrganizationExportTables = {
  organization_exports: {
    id: Generated<string>;
    organization_id: string;
    idempotency_key: string;
    asked_by: string | null;
    /** Names of the dialogue log were shown to whoever asked for it. */
    has_names: Generated<boolean>;
    status: Generated<OrganizationExport['status']>;
    /** Null until it is complete, as size and completed_at; size is a bigint, so a string. */
    storage_key: string | null;
    size: string | null;
    created_at: Generated<Date>;
    completed_at: Date | null;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends OrganizationExportTables {}
}
