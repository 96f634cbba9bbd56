import type { Generated } from 'kysely';

/**
 * `member`: of an organisation. `registration`: one that is under way. `second-factor`: a sign-in that waits for its
 * code.
 */
export type SessionKind = 'member' | 'registration' | 'second-factor';

export type SessionTables = {
  sessions: {
    id: Generated<string>;
    /** sha256 of the cookie: who reads the table cannot use what it finds. */
    token_hash: Buffer;
    kind: SessionKind;
    member_id: string | null;
    /** Null only where a registration has no user yet. */
    user_id: string | null;
    attempt_id: string | null;
    user_agent: string;
    address: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
  };
  /** A browser in which somebody has signed in before; the hash is that of its cookie. */
  known_devices: { token_hash: Buffer; user_id: string; last_used_at: Generated<Date> };
  /** One link per address, known or not. */
  password_resets: { email: string; token_hash: Buffer; expires_at: Date };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends SessionTables {}
}
