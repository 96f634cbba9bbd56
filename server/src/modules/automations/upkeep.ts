import { executionKeptDays } from '@parlance/shared/contract/executions';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';
import { isAllFree, isFree } from '../retention/held.ts';

const rowsAtOnce = 1_000;
const isOld = (column: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${executionKeptDays})`;

/** Events go with the executions that they have set off, and a deleted automation once nothing of it is left to be read. What is under a legal hold stays. */
export async function purgeAutomations(trx: Trx): Promise<void> {
  const events = trx.selectFrom('automation_events').where(isOld('created_at')).where(isAllFree('organization_id')).select('id').limit(rowsAtOnce).forUpdate().skipLocked();
  await trx.deleteFrom('automation_events').where('id', 'in', events).execute();
  await trx.deleteFrom('automation_effects').where(isOld('created_at')).execute();
  const deleted = trx.selectFrom('automations').where(isOld('deleted_at')).where(isFree('organization_id', 'owner_id')).where(isAllFree('organization_id')).select('id').limit(rowsAtOnce).forUpdate().skipLocked();
  await trx.deleteFrom('automations').where('id', 'in', deleted).execute();
}
