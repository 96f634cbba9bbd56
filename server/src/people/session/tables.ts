import type { Generated } from 'kysely';

/** The kind of a session: of a member, of a registration under way, or of a sign-in that waits for its code. */
export type SessionKind = 'member' | 'registration' | 'second-factor';

export type SessionTables = {
  sessions: {
    id: Generated<string>;
    /** The sha256 of the cookie: a reader of the table cannot use it. */
    token_hash: Buffer;
    kind: SessionKind;
    member_id: string | null;
    /** The user; null only for a registration without one yet. */
    user_id: string | null;
    attempt_id: string | null;
    user_agent: string;
    address: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
  };
  /** A browser in which somebody has signed in before, by the hash of its cookie. */
  known_devices: { token_hash: Buffer; user_id: string; last_used_at: Generated<Date> };
  /** One link per address, known or not. */
  password_resets: { email: string; token_hash: Buffer; expires_at: Date };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends SessionTables {}
}
