import type { ColumnType, Generated } from 'kysely';

export type JobTables = {
  /** Rows are gone as soon as the engine has them. No tenant reads one. */
  job_requests: { id: Generated<string>; kind: string; data: ColumnType<unknown, string, never>; created_at: Generated<Date> };
};
