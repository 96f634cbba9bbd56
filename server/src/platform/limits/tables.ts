import type { Generated } from 'kysely';

export type LimitTables = {
  /** One row a counted act. The key is a hash of the limit and its subject. */
  limited_acts: { id: Generated<string>; key: Buffer; acted_at: Generated<Date> };
  /** One row a file whose bytes are on their way. */
  storage_reservations: {
    /** Where the bytes will lie. */
    key: string;
    organization_id: string;
    /** bigint, so a string. */
    bytes: string;
    expires_at: Date;
  };
};

declare module '../db/tables.ts' {
  interface Tables extends LimitTables {}
}
