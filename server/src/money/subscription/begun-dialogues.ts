import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { monthOf } from './months.ts';

const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')::date`;

/**
 * Counts a new dialogue, as part of a statement: `source` has a row if there is one. The row of the month is locked
 * until the transaction ends, so that no two begin the last. Hand the result to `refuseUsedUp`.
 */
export const countingDialogue = (organizationId: string, source: ReturnType<typeof sql>) => sql`
  insert into dialogue_counts (organization_id, month, count) select ${organizationId}::uuid, ${thisMonth}, 1 from ${source}
  on conflict (organization_id, month) do update set count = dialogue_counts.count + 1
  returning count`;

/**
 * Throws dialogues_used_up if this one exceeds the plan; nothing is counted then, because the transaction is rolled
 * back.
 */
export function refuseUsedUp({ begun, limit }: { begun: number | null; limit: number | null }): void {
  if (begun === null || limit === null || begun <= limit) return;
  throw new ApiError('dialogues_used_up', {
    meter: { kind: 'dialogues', used: begun - 1, limit, resets_at: monthOf(new Date(), 1).toISOString() },
  });
}

/** Counts a dialogue that is created without a prompt. */
export async function takeDialogue(trx: Trx, organizationId: string): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ begun: number; limit: number | null }>`
    with begun as (${countingDialogue(organizationId, sql`(select) as one`)})
    select begun.count as begun, plans.dialogues_a_month as limit from begun, organizations join plans on plans.name = organizations.plan_name where organizations.id = ${organizationId}`.execute(
    trx,
  );
  if (row !== undefined) refuseUsedUp(row);
}
