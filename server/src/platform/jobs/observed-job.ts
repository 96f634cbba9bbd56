import type { Database } from '../db/database.ts';
import { observer } from '../telemetry/observer.ts';
import { type Due, days } from '../upkeep/due.ts';
import { JobPostponed } from './handlers.ts';

/** The retention of traces: longer than the last try of any job, and than anybody looks at its trace. */
const keptDays = 3;

type Job = { readonly id: string; readonly kind: string; readonly attempt: number };

/** Records a try of a job in the trace that requested it. `isLast` tells whether a failure is final. */
export async function observedJob<T>(db: Database, { id, kind, attempt }: Job, work: () => Promise<T>): Promise<T> {
  const watching = observer();
  if (watching === null) return work();
  const span = watching.begin({
    name: `job ${kind}`,
    kind: 'consumer',
    parent: watching.isTracing ? await traceOf(db, id) : null,
    attributes: { 'parlance.job.kind': kind, 'parlance.job.id': id, 'parlance.job.try': attempt },
  });
  const began = performance.now();
  const end = (outcome: string, error?: unknown) => {
    watching.record('parlance.job.duration', (performance.now() - began) / 1000, { kind, outcome });
    span.end(error);
  };
  try {
    const done = await span.within(work);
    end('done');
    return done;
  } catch (error) {
    if (error instanceof JobPostponed) end('postponed');
    else end('failed', error);
    throw error;
  }
}

/**
 * Returns the trace that requested the job; null if the job began by itself or before tracing was on. An unreadable
 * trace does not keep the job from being done.
 */
async function traceOf(db: Database, job: string): Promise<string | null> {
  const found = await db
    .lookUp((lookup) => lookup.selectFrom('job_traces').where('job', '=', job).select('traceparent').executeTakeFirst())
    .catch(() => undefined);
  return found?.traceparent ?? null;
}

export const oldTraces: Due = { table: 'job_traces', by: 'created_at', keptFor: days(keptDays) };
