import type { WorkspaceStatus } from '@parlance/shared/contract/access/access';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { ColumnType, Generated } from 'kysely';

export type OrganizationTables = {
  organizations: {
    id: Generated<string>;
    name: string;
    plan_name: PlanName;
    /** Chosen by the founder and not ordered yet; changes through payment only, as the plan does. */
    plan_to_order: PlanName | null;
    workspace_status: WorkspaceStatus;
    /** Counts the changes of its rules; 0 where it never had one. */
    governance_version: Generated<number>;
    /** Of the tz database: where its days begin and end in figures. */
    time_zone: Generated<string>;
    created_at: Generated<Date>;
    /** The person whose account it ends with: it is gone for everybody, and being removed. */
    going_with: ColumnType<string | null, never, string>;
  };
  memberships: {
    /** The member_id of specification §3. */
    id: Generated<string>;
    organization_id: string;
    user_id: string;
    /** What the person does there, in words; rights are the two flags. */
    role_title: string;
    is_admin: boolean;
    is_owner: boolean;
    created_at: Generated<Date>;
    /** Exact to ten minutes. A sign-in enters the one used last. */
    last_used_at: Generated<Date>;
    /** Null: active. */
    deactivated_at: Date | null;
    /** Of an account that is being removed: no tenant sees it. */
    is_going: Generated<boolean>;
  };
  teams: {
    id: Generated<string>;
    organization_id: string;
    name: string;
    description: Generated<string>;
    created_at: Generated<Date>;
  };
  team_members: { organization_id: string; team_id: string; member_id: string; is_owner: Generated<boolean> };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends OrganizationTables {}
}
