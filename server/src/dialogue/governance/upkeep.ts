import type { Trx } from '../../platform/db/database.ts';
import { type Due, type Page, isDue } from '../../platform/upkeep/due.ts';

export const deletedRules: Due = { table: 'governance_rules', by: 'deleted_at' };

/** The number of hits deleted at a time. */
export const hitsAtOnce = 1_000;

/** Deletes a page of a deleted rule's hits, and the rule once nothing names it. Returns the number of rows. */
export async function purgeRules(trx: Trx, { limit, skip }: Page): Promise<number> {
  const rule = await trx
    .selectFrom('governance_rules')
    .where(isDue(deletedRules))
    .select('id')
    .orderBy('deleted_at')
    .limit(1)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (rule === undefined) return 0;
  const hits = trx.selectFrom('governance_hits').where('rule_id', '=', rule.id).select('id').limit(limit);
  const { numDeletedRows: gone } = await trx
    .deleteFrom('governance_hits')
    .where('id', 'in', hits)
    .executeTakeFirstOrThrow();
  const inDialogues = trx
    .selectFrom('dialogue_rule_hits')
    .where('rule_id', '=', rule.id)
    .select('dialogue_id')
    .limit(limit);
  const { numDeletedRows: goneOfDialogues } = await trx
    .deleteFrom('dialogue_rule_hits')
    .where('rule_id', '=', rule.id)
    .where('dialogue_id', 'in', inDialogues)
    .executeTakeFirstOrThrow();
  // Decisions stay, without their rule.
  const approvals = trx.selectFrom('governance_approvals').where('rule_id', '=', rule.id).select('id').limit(limit);
  const { numUpdatedRows: left } = await trx
    .updateTable('governance_approvals')
    .set({ rule_id: null })
    .where('id', 'in', approvals)
    .executeTakeFirstOrThrow();
  const rows = Number(gone + goneOfDialogues + left);
  if (rows > 0) return rows;
  await trx.deleteFrom('governance_rules').where('id', '=', rule.id).execute();
  return 1;
}
