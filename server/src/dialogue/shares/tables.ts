import type { ShareScope } from '@parlance/shared/contract/api/shares';
import type { Generated } from 'kysely';

export type ShareTables = {
  shares: {
    id: Generated<string>;
    organization_id: string;
    dialogue_id: string;
    /** The member who shared it: the owner of the dialogue. */
    member_id: string;
    leaf_id: string;
    title: string;
    scope: ShareScope;
    expires_at: Date | null;
    created_at: Generated<Date>;
  };
  share_people: { organization_id: string; share_id: string; member_id: string };
  share_teams: { organization_id: string; share_id: string; team_id: string };
  dialogue_copies: {
    organization_id: string;
    member_id: string;
    idempotency_key: string;
    request_fingerprint: Buffer | null;
    share_id: string | null;
    dialogue_id: string;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends ShareTables {}
}
