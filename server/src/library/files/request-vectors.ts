import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { requestJobs } from '../../platform/jobs/request-job.ts';

/** Requests the vectors of files in the caller's transaction. */
export async function requestVectors(trx: Trx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const files = await trx
    .updateTable('files')
    .set({ vectors_requested_at: sql<Date>`now()` })
    .where('id', 'in', fileIds)
    .returning(['id', 'organization_id'])
    .execute();
  await requestJobs(
    trx,
    'embed_file',
    files.map(({ id: file, organization_id: organizationId }) => ({ data: { file }, organizationId })),
  );
}
