import type { FileStorage } from '@parlance/shared/contract/api/file-manager';
import { sql } from 'kysely';
import { findRetention } from '../../people/organizations/retention-days.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readStorage } from '../../platform/limits/storage.ts';

type Sums = Record<'files' | 'dialogues' | 'versions' | 'results', number>;

/** Returns the storage used by an organisation's files, and the plan's limit. */
export async function findStorage(trx: Trx, organizationId: string): Promise<FileStorage> {
  const { used, limit } = await readStorage(trx, organizationId);
  const {
    rows: [sums],
  } = await sql<Sums>`select
    (select coalesce(sum(size), 0)::float8 from files where organization_id = ${organizationId}) as files,
    (select coalesce(sum(files.size), 0)::float8 from files join attachments on attachments.file_id = files.id where files.organization_id = ${organizationId}) as dialogues,
    (select coalesce(sum(size), 0)::float8 from (select distinct on (storage_key) size from tool_contents where organization_id = ${organizationId} and storage_key is not null order by storage_key) as given) as results,
    (select coalesce(sum(size), 0)::float8 from file_versions where organization_id = ${organizationId}) as versions`.execute(
    trx,
  );
  if (sums === undefined) throw new Error('Sums without a row.');
  const { days } = await findRetention(trx, organizationId);
  return {
    used,
    limit,
    knowledge: sums.files - sums.dialogues,
    dialogues: sums.dialogues + sums.results,
    versions: sums.versions,
    kept_days: days.files ?? null,
  };
}
