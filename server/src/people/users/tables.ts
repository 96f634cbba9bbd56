import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';

export type UserTables = {
  /** People who can sign in. They belong to no organisation by themselves; `memberships` links them. */
  users: {
    id: Generated<string>;
    /** Lower case. */
    email: string;
    username: string | null;
    /** argon2id, PHC string. */
    password_hash: string;
    mfa_preference: Generated<'NONE' | 'EMAIL_OTP'>;
    language: Generated<Language>;
    created_at: Generated<Date>;
    /** The time since which the account is gone for everybody and being removed. */
    going_at: ColumnType<Date | null, never, Date>;
    removal_requested_at: ColumnType<Date | null, never, Date>;
  };
  /** The previous address of an account, by the hash of the link that restores it. */
  email_reversals: {
    token_hash: Buffer;
    user_id: string;
    email: string;
    created_at: Generated<Date>;
    expires_at: Date;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends UserTables {}
}
