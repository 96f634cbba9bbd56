import type { Generated } from 'kysely';

export type SessionTables = {
  sessions: {
    id: Generated<string>;
    /** sha256 of the cookie: who reads the table cannot use what it finds. */
    token_hash: Buffer;
    member_id: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
  };
  /** One row an evaluated password. `account_key` is the sha256 of the e-mail, known or not. */
  sign_in_attempts: { id: Generated<string>; account_key: Buffer; attempted_at: Generated<Date> };
};
