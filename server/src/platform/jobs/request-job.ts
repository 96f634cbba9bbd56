import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Trx } from '../db/database.ts';
import { observer } from '../telemetry/observer.ts';
import { type JobData, type JobKind, jobKinds } from './kinds.ts';

/**
 * The data of a requested job and its organisation: organisations share the lanes of a kind. Null stands for no
 * organisation; if absent, that of the tenant's transaction.
 */
export type WantedJob<Kind extends JobKind> = { readonly data: JobData[Kind]; readonly organizationId?: string | null };

/** Requests a job of an organisation, or of none, in the caller's transaction: rolled back with it, done after it. */
export async function requestJob<Kind extends JobKind>(
  trx: Trx,
  kind: Kind,
  data: JobData[Kind],
  organizationId: string | null,
): Promise<void> {
  await requestJobs(trx, kind, [{ data, organizationId }]);
}

/** Requests many jobs of one kind in one statement. */
export async function requestJobs<Kind extends JobKind>(
  trx: Trx,
  kind: Kind,
  jobs: readonly WantedJob<Kind>[],
): Promise<void> {
  if (jobs.length === 0) return;
  const traceparent = observer()?.traceparent() ?? null;
  const trace = traceparent === null ? {} : { traceparent };
  await trx
    .insertInto('job_requests')
    .values(
      jobs.map(({ data, organizationId }) => ({
        id: randomUUID(),
        kind,
        data: JSON.stringify(z.parse(jobKinds[kind].data, data)),
        ...trace,
        ...(organizationId === undefined ? {} : { organization_id: organizationId }),
      })),
    )
    .execute();
}
