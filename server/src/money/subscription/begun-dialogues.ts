import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { monthOf } from './months.ts';

const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')::date`;

/**
 * Counts a dialogue that is begun, as part of a statement: `source` has a row where one is. The row of the month is
 * held until the transaction ends, so that two cannot begin the last one. Hand what it returns to `refuseUsedUp`.
 */
export const countingDialogue = (organizationId: string, source: ReturnType<typeof sql>) => sql`
  insert into dialogue_counts (organization_id, month, count) select ${organizationId}::uuid, ${thisMonth}, 1 from ${source}
  on conflict (organization_id, month) do update set count = dialogue_counts.count + 1
  returning count`;

/**
 * Throws dialogues_used_up where this one is beyond the plan; then nothing is counted, because the transaction is over.
 */
export function refuseUsedUp({ begun, limit }: { begun: number | null; limit: number | null }): void {
  if (begun === null || limit === null || begun <= limit) return;
  throw new ApiError('dialogues_used_up', {
    meter: { kind: 'dialogues', used: begun - 1, limit, resets_at: monthOf(new Date(), 1).toISOString() },
  });
}

/** The same by itself, for a dialogue that is made without a prompt. */
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
