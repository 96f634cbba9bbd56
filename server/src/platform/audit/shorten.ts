import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { record } from './record.ts';

/**
 * Removes an organisation's entries from before a moment, and leaves a checkpoint, so that the chain of the others
 * still holds. The removal is itself an entry, with the number and the hash of the last one removed. Runs across
 * organisations: no tenant may remove an entry.
 */
export async function shortenLog(trx: Trx, organizationId: string, before: Date): Promise<number> {
  const last = await trx
    .selectFrom('audit_log')
    .where('organization_id', '=', organizationId)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq', 'hash'])
    .executeTakeFirst();
  if (last === undefined) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom('audit_log')
    .where('organization_id', '=', organizationId)
    .where('seq', '<=', last.seq)
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('audit_checkpoints').where('organization_id', '=', organizationId).execute();
  await sql`insert into audit_checkpoints (organization_id, seq, hash) values (${organizationId}, ${last.seq}, ${last.hash})`.execute(
    trx,
  );
  const after = {
    removed: Number(numDeletedRows),
    through: Number(last.seq),
    fingerprint: last.hash.toString('hex'),
    before: before.toISOString(),
  };
  await record(trx, { action: 'audit_log.shortened', organizationId, target: { id: null, name: '' }, after });
  return after.removed;
}
