import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Trx } from '../plugins/db/database.ts';
import { observer } from '../telemetry/observer.ts';
import { type JobData, type JobKind, jobKinds } from './kinds.ts';

/** Asks for a job in the caller's transaction, a tenant's or one across organisations: rolled back with it, done after it. */
export async function requestJob<Kind extends JobKind>(trx: Trx, kind: Kind, data: JobData[Kind]): Promise<void> {
  await requestJobs(trx, kind, [data]);
}

/** The same for many of one kind, in one statement. */
export async function requestJobs<Kind extends JobKind>(trx: Trx, kind: Kind, jobs: readonly JobData[Kind][]): Promise<void> {
  if (jobs.length === 0) return;
  const traceparent = observer()?.traceparent() ?? null;
  const trace = traceparent === null ? {} : { traceparent };
  await trx.insertInto('job_requests').values(jobs.map((data) => ({ id: randomUUID(), kind, data: JSON.stringify(z.parse(jobKinds[kind].data, data)), ...trace }))).execute();
}
