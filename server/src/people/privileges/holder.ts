import type { PlanFeature } from '@parlance/shared/contract/access/access';
import type { Holder } from '@parlance/shared/contract/access/evaluate';
import type { Trx } from '../../platform/db/database.ts';
import { heldBy, statementsOf } from './held.ts';

/** A member as privileges are asked of them, where it is not who the request is from. */
export type MemberHolder = Holder & {
  readonly memberId: string;
  readonly organizationId: string;
  readonly planTokens: number | null;
};

/**
 * As things stand now, of a member of the transaction's organisation; null where there is none of this id, or one who
 * was deactivated.
 */
export async function findHolder(trx: Trx, memberId: string): Promise<MemberHolder | null> {
  const row = await trx
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('memberships.id', '=', memberId)
    .where('memberships.deactivated_at', 'is', null)
    .select([
      'memberships.organization_id',
      'memberships.is_admin',
      'memberships.is_owner',
      'plans.name',
      'plans.features',
      'plans.member_tokens_a_month',
      heldBy.as('held'),
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    memberId,
    organizationId: row.organization_id,
    isAdmin: row.is_admin,
    isOwner: row.is_owner,
    planName: row.name,
    features: new Set<PlanFeature>(row.features),
    statements: statementsOf(row.held),
    planTokens: row.member_tokens_a_month === null ? null : Number(row.member_tokens_a_month),
  };
}
