import type { Database } from '../db/database.ts';
import type { Events } from '../db/events.ts';
import type { Log } from '../telemetry/log.ts';
import { type JobKind, jobKinds } from './kinds.ts';

export type RequestedJob = { readonly id: string; readonly data: object; readonly organizationId: string | null };
type Dependencies = { db: Database; events: Events; log: Log };

const atOnce = 200;
const known = Object.keys(jobKinds);

/**
 * Hands requested jobs over to the engine: upon notification, and periodically for those without one. A row is deleted
 * after the engine has its job, which it accepts once by the row's id: two processes that hand over the same row, or
 * one that dies between the two steps, make one job.
 */
export function startHandOver(
  { db, events, log }: Dependencies,
  take: (kind: JobKind, jobs: RequestedJob[]) => Promise<void>,
  everySeconds: number,
): { close(): Promise<void> } {
  let closed = false;
  let isWanted = false;
  let underWay: Promise<void> | null = null;

  async function handOverAll(): Promise<void> {
    while (isWanted && !closed) {
      isWanted = false;
      const rows = await db.asSystem((trx) =>
        trx
          .selectFrom('job_requests')
          .where('kind', 'in', known)
          .orderBy('created_at')
          .limit(atOnce)
          .selectAll()
          .execute(),
      );
      if (rows.length === 0) continue;
      const traced = rows.flatMap(({ id: job, traceparent }) => (traceparent === null ? [] : [{ job, traceparent }]));
      // Stores traces before the engine has the jobs, so that whoever takes one knows its trace.
      if (traced.length > 0)
        await db.asSystem((trx) =>
          trx
            .insertInto('job_traces')
            .values(traced)
            .onConflict((conflict) => conflict.column('job').doNothing())
            .execute(),
        );
      for (const [kind, ofKind = []] of Object.entries(Object.groupBy(rows, (row) => row.kind))) {
        await take(
          kind as JobKind,
          ofKind.map(({ id, data, organization_id: organizationId }) => ({ id, data: data as object, organizationId })),
        ); // only known kinds are queried, and requestJob has checked the data against the schema of its kind
      }
      await db.asSystem((trx) =>
        trx
          .deleteFrom('job_requests')
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute(),
      );
      isWanted = true;
    }
  }

  function look(): void {
    isWanted = true;
    if (closed) return;
    underWay ??= handOverAll()
      .catch((error: unknown) => log.error({ err: error }, 'jobs that were asked for wait for the next look'))
      .finally(() => (underWay = null));
  }

  const unsubscribe = events.subscribe('jobs', look);
  const timer = setInterval(look, everySeconds * 1000).unref();
  look();
  return {
    async close() {
      closed = true;
      unsubscribe();
      clearInterval(timer);
      await underWay;
    },
  };
}
