import type { Statement } from '@parlance/shared/contract/access/privileges';
import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type PrivilegeTables = {
  permission_sets: {
    id: Generated<string>;
    organization_id: string;
    name: string;
    description: Generated<string>;
    statements: Json<Statement[]>;
    revision: Generated<number>;
    changed_by: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** One of `member_id` and `team_id` is there. */
  permission_grants: {
    id: Generated<string>;
    organization_id: string;
    set_id: string;
    member_id: string | null;
    team_id: string | null;
    expires_at: Date | null;
    granted_by: string | null;
    created_at: Generated<Date>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends PrivilegeTables {}
}
