import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Trx } from '../plugins/db/database.ts';
import { type JobData, type JobKind, jobKinds } from './kinds.ts';

/** Asks for a job in the caller's transaction, a tenant's or one across organisations: rolled back with it, done after it. */
export async function requestJob<Kind extends JobKind>(trx: Trx, kind: Kind, data: JobData[Kind]): Promise<void> {
  await trx.insertInto('job_requests').values({ id: randomUUID(), kind, data: JSON.stringify(z.parse(jobKinds[kind].data, data)) }).execute();
}
