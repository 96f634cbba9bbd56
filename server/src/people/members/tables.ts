import type { InvitedRole } from '@parlance/shared/contract/api/invitations';
import type { LineOutcome, MemberImport } from '@parlance/shared/contract/api/member-imports/member-imports';
import type { MemberLine } from '@parlance/shared/contract/api/member-imports/member-lines';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type MemberTables = {
  member_imports: {
    id: Generated<string>;
    organization_id: string;
    /** Who began it; null where that account is gone. */
    member_id: string | null;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    role: InvitedRole;
    language: Language;
    valid_days: number;
    status: Generated<MemberImport['status']>;
    created_at: Generated<Date>;
  };
  member_import_lines: {
    organization_id: string;
    import_id: string;
    line: number;
    email: string;
    written: Json<MemberLine['written']>;
    role: InvitedRole | null;
    teams: string[];
    language: Language | null;
    /** Null until it is done. */
    outcome: LineOutcome | 'invited' | null;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends MemberTables {}
}
