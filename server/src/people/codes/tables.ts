import type { Generated } from 'kysely';

export type CodePurpose = 'registration' | 'sign_in' | 'mfa_change' | 'email_change' | 'email_permit';

export type CodeTables = {
  codes: {
    id: Generated<string>;
    purpose: CodePurpose;
    /** The registration, sign-in or person it is for; one code at a time. */
    attempt_id: string;
    /** HMAC of the code under the secret of the session that asked for it. */
    code_hash: Buffer;
    /** The sha256 of the link's token, if the mail has one. */
    link_hash: Buffer | null;
    /** The effect of the right code, if the purpose does not state it. */
    wanted: string | null;
    tries: Generated<number>;
    sent_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends CodeTables {}
}
