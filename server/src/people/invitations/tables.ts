import type { InvitedRole } from '@parlance/shared/contract/api/invitations';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Generated } from 'kysely';

export type InvitationTables = {
  invitations: {
    id: Generated<string>;
    organization_id: string;
    email: string;
    role: InvitedRole;
    /** The names of the teams. */
    teams: string[];
    language: Language;
    /** The sha256 of the link's token; no tenant reads it. */
    token_hash: Buffer;
    idempotency_key: string;
    /** The fingerprint of the request with this key; null for rows from before it was stored. */
    request_fingerprint: Buffer | null;
    /** The members; null once they are gone. */
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
