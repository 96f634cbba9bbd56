import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';

export type UserTables = {
  /** A person who can sign in. Belongs to no organisation by itself; `memberships` says where to. */
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
    /** Since when the account is gone for everybody, and being removed. */
    going_at: ColumnType<Date | null, never, Date>;
    removal_requested_at: ColumnType<Date | null, never, Date>;
  };
  /** The address that an account had before; the hash is that of the link that gives it back. */
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
