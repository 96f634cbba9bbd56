import type { ColumnType, Generated } from 'kysely';

export type JobTables = {
  /** Requests of jobs, deleted as soon as the engine has them. No tenant reads one. */
  job_requests: {
    id: Generated<string>;
    kind: string;
    data: ColumnType<unknown, string, never>;
    created_at: Generated<Date>;
    /** The organisation; by default that of the tenant's transaction. Null stands for none. */
    organization_id: ColumnType<string | null, string | null | undefined, never>;
    /** The trace it belongs to, while tracing is on. */
    traceparent: ColumnType<string | null, string | undefined, never>;
  };
  /** Traces of jobs that the engine has. */
  job_traces: { job: string; traceparent: string; created_at: Generated<Date> };
};

declare module '../db/tables.ts' {
  interface Tables extends JobTables {}
}
