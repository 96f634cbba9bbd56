import { type MemberRole, mayChangeMember, roleOf } from '@parlance/shared/contract/access/member-role';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type MemberHolder, findHolder } from '../privileges/holder.ts';

/** Who changes people, with what they hold as things stand while nobody else changes any. */
export type Actor = MemberHolder & { readonly role: MemberRole };
/** Who is changed. */
export type Target = {
  readonly id: string;
  readonly role: MemberRole;
  readonly isDeactivated: boolean;
  readonly email: string;
  readonly language: Language;
};

/**
 * Of the people of an organisation one is changed at a time: two owners who demote each other do so one after the
 * other.
 */
export async function holdPeople(trx: Trx, organizationId: string): Promise<void> {
  await trx.selectFrom('organizations').where('id', '=', organizationId).select('id').forNoKeyUpdate().execute();
}

/** Holds the people of the caller's organisation; the caller as they are now, who may have lost the right meanwhile. */
export async function actAs(trx: Trx, { organizationId, memberId }: Caller): Promise<Actor> {
  await holdPeople(trx, organizationId);
  const own = await findHolder(trx, memberId);
  if (own === null) throw new ApiError('forbidden');
  return { ...own, role: roleOf(own) };
}

/** Throws forbidden for whoever is no administrator any more. */
export async function actAsAdministrator(trx: Trx, caller: Caller): Promise<Actor> {
  const actor = await actAs(trx, caller);
  if (actor.role === 'member') throw new ApiError('forbidden');
  return actor;
}

/** A member whom the actor may change. Throws not_found, owner_protected. */
export async function findTarget(trx: Trx, actor: Actor, id: string): Promise<Target> {
  const row = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.organization_id', '=', actor.organizationId)
    .where('memberships.id', '=', id)
    .select([
      'memberships.is_admin',
      'memberships.is_owner',
      'memberships.deactivated_at',
      'users.email',
      'users.language',
    ])
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  const role = roleOf({ isAdmin: row.is_admin, isOwner: row.is_owner });
  if (!mayChangeMember(actor.role, role)) throw new ApiError('owner_protected');
  return { id, role, isDeactivated: row.deactivated_at !== null, email: row.email, language: row.language };
}

/** Throws last_owner where nobody else owns the organisation. */
export async function requireOtherOwner(trx: Trx, { organizationId }: Actor, id: string): Promise<void> {
  const other = await trx
    .selectFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('is_owner', '=', true)
    .where('id', '<>', id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw new ApiError('last_owner');
}
