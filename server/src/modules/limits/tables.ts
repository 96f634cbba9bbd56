import type { Generated } from 'kysely';

export type LimitTables = {
  /** One row a counted act. The key is a hash of the limit and its subject. */
  limited_acts: { id: Generated<string>; key: Buffer; acted_at: Generated<Date> };
};
