import type { InvitedRole } from '@parlance/shared/contract/api/invitations';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Generated } from 'kysely';

export type InvitationTables = {
  invitations: {
    id: Generated<string>;
    organization_id: string;
    email: string;
    role: InvitedRole;
    /** By name. */
    teams: string[];
    language: Language;
    /** sha256 of the link's token; no tenant reads it. */
    token_hash: Buffer;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    /** Members; null where they are gone. */
    invited_by: string | null;
    accepted_by: string | null;
    created_at: Generated<Date>;
    sent_at: Generated<Date>;
    valid_days: Generated<number>;
    expires_at: Date;
    accepted_at: Date | null;
    revoked_at: Date | null;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends InvitationTables {}
}
