import type { Language } from '@parlance/shared/contract/language';
import type { Generated } from 'kysely';

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
  };
};
