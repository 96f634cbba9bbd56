import type { ColumnType, Generated } from 'kysely';

export type JobTables = {
  /** Rows are gone as soon as the engine has them. No tenant reads one. */
  job_requests: {
    id: Generated<string>;
    kind: string;
    data: ColumnType<unknown, string, never>;
    created_at: Generated<Date>;
    /** Whose it is; by itself that of a tenant's transaction. Null is nobody's. */
    organization_id: ColumnType<string | null, string | null | undefined, never>;
    /** What trace it belongs to, where somebody watches. */
    traceparent: ColumnType<string | null, string | undefined, never>;
  };
  /** Of jobs that the engine has: what trace they belong to. */
  job_traces: { job: string; traceparent: string; created_at: Generated<Date> };
};

declare module '../db/tables.ts' {
  interface Tables extends JobTables {}
}
