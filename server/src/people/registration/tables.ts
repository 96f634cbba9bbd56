import type { AccountKind, PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { AcceptedVersions } from '@parlance/shared/contract/page/legal';
import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';

export type RegistrationTables = {
  /** How far the registration of a user is. Before there is a user it is at the verification. */
  registrations: { user_id: string; is_completed: boolean; stage: number };
  /** A registration that is not complete, with what was entered. */
  registration_attempts: {
    id: Generated<string>;
    email: string;
    /** Null once the address is verified: then the user has it. */
    password_hash: string | null;
    language: Language;
    account_kind: AccountKind;
    /** The ids that the user, the membership and a founded organisation will have. */
    user_id: Generated<string>;
    new_member_id: Generated<string>;
    new_organization_id: Generated<string>;
    invitation_id: string | null;
    accepted_versions: ColumnType<Partial<AcceptedVersions>, string, string>;
    accepted_language: Language;
    accepted_at: Generated<Date>;
    accepted_from: string;
    username: string | null;
    organization_name: string | null;
    team_name: string | null;
    role_title: string | null;
    plan_name: PlanName | null;
    created_at: Generated<Date>;
    verified_at: Date | null;
    expires_at: Date;
  };
  enterprise_enquiries: {
    id: Generated<string>;
    user_id: string;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    name: string;
    email: string;
    organization: string;
    seats: number;
    message: string;
    created_at: Generated<Date>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends RegistrationTables {}
}
