import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { Trx } from '../../platform/db/database.ts';
import { beginnersPlan } from '../plans/beginners-plan.ts';

export async function findOrganizationName(trx: Trx, id: string): Promise<string> {
  const { name } = await trx.selectFrom('organizations').where('id', '=', id).select('name').executeTakeFirstOrThrow();
  return name;
}

/** A new organisation, on the plan that everybody begins with; `planToOrder` waits for its payment. */
export async function insertOrganization(
  trx: Trx,
  { id, name, planToOrder }: { id: string; name: string; planToOrder: PlanName | null },
): Promise<void> {
  await trx
    .insertInto('organizations')
    .values({ id, name, plan_name: beginnersPlan, plan_to_order: planToOrder, workspace_status: 'ACTIVE' })
    .execute();
}

type NewMember = {
  readonly id?: string | undefined;
  readonly organizationId: string;
  readonly userId: string;
  /** What the person does there, in words. */
  readonly title: string;
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
};

/** Null where the person is a member already. */
export async function insertMember(
  trx: Trx,
  { id, organizationId, userId, title, isAdmin, isOwner }: NewMember,
): Promise<{ id: string } | null> {
  const row = await trx
    .insertInto('memberships')
    .values({
      ...(id === undefined ? {} : { id }),
      organization_id: organizationId,
      user_id: userId,
      role_title: title,
      is_admin: isAdmin,
      is_owner: isOwner,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ?? null;
}

/** Puts a member into a team, which is made where it is not there. */
export async function joinTeam(
  trx: Trx,
  { organizationId, memberId, team: name }: { organizationId: string; memberId: string; team: string },
): Promise<void> {
  const team = await trx
    .insertInto('teams')
    .values({ organization_id: organizationId, name })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('team_members')
    .values({ organization_id: organizationId, team_id: team.id, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
