import type { Generated } from 'kysely';

export type LimitTables = {
  /** One row per counted act. The key is a hash of the limit and its subject. */
  limited_acts: { id: Generated<string>; key: Buffer; acted_at: Generated<Date> };
  /** One row per file whose bytes are being uploaded. */
  storage_reservations: {
    /** The storage key of the bytes. */
    key: string;
    organization_id: string;
    /** A bigint, thus a string. */
    bytes: string;
    expires_at: Date;
  };
};

declare module '../db/tables.ts' {
  interface Tables extends LimitTables {}
}
