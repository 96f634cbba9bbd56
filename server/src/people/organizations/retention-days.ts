import { type Retention, retentionKinds } from '@parlance/shared/contract/api/retention';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Returns the retention policy; without one, everything is kept. */
export async function findRetention(trx: Trx, organizationId: string): Promise<Retention> {
  const row = await trx
    .selectFrom('retention_policies')
    .where('organization_id', '=', organizationId)
    .select(['days', 'version', 'applied_removed', sql<string | null>`applied_day::text`.as('day')])
    .executeTakeFirst();
  if (row === undefined) return { days: {}, version: 0, applied: null };
  const removed = retentionKinds.flatMap((kind) =>
    row.applied_removed[kind] === undefined ? [] : [{ kind, count: row.applied_removed[kind] }],
  );
  return { days: row.days, version: row.version, applied: row.day === null ? null : { day: row.day, removed } };
}
