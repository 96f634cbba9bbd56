import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';

/** Agrees to charges for new periods, or withdraws the agreement. Repeating it keeps the original day. */
export async function setAgreed(
  trx: Trx,
  { organizationId, memberId }: Pick<Caller, 'organizationId' | 'memberId'>,
  isAgreed: boolean,
): Promise<void> {
  const changed = isAgreed
    ? await trx
        .insertInto('automatic_payments')
        .values({ organization_id: organizationId, agreed_at: new Date(), agreed_by: memberId })
        .onConflict((conflict) => conflict.column('organization_id').doNothing())
        .returning('organization_id')
        .executeTakeFirst()
    : await trx
        .deleteFrom('automatic_payments')
        .where('organization_id', '=', organizationId)
        .returning('organization_id')
        .executeTakeFirst();
  if (changed === undefined) return;
  const { plan_name: name } = await trx
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select('plan_name')
    .executeTakeFirstOrThrow();
  await record(trx, {
    action: isAgreed ? 'subscription.charging_agreed' : 'subscription.charging_withdrawn',
    target: { id: null, name },
  });
}
