import type { PermissionGrant, grantPermissionSet } from '@parlance/shared/contract/api/privileges/privileges';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { memberName, colleagueIn } from '../naming/colleague.ts';
import { givenBy, requireMayGive, requireNobodyLockedOut } from './rules.ts';
import { lockSet } from './sets.ts';

/** Where a page begins: after the grant made then, of this id. */
export type GrantPosition = readonly [createdAt: string, id: string];
type Query = {
  set_id?: string | undefined;
  member_id?: string | undefined;
  team_id?: string | undefined;
  after: GrantPosition | null;
  limit: number;
};

const wholeGrants = (trx: Trx) =>
  trx
    .selectFrom('permission_grants')
    .innerJoin('permission_sets', 'permission_sets.id', 'permission_grants.set_id')
    .leftJoin('teams', 'teams.id', 'permission_grants.team_id')
    .leftJoin('memberships', 'memberships.id', 'permission_grants.member_id')
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'permission_grants.id',
      'permission_grants.set_id',
      'permission_sets.name as set_name',
      'permission_grants.member_id',
      'permission_grants.team_id',
      'teams.name as team_name',
    ])
    .select([
      'permission_grants.expires_at',
      'permission_grants.created_at',
      memberName.as('member_name'),
      colleagueIn('permission_grants.granted_by').as('granted_by'),
    ])
    .select(
      sql<number>`(select count(*)::integer from team_members where team_members.team_id = permission_grants.team_id)`.as(
        'team_size',
      ),
    )
    .select(sql<boolean>`coalesce(permission_grants.expires_at <= now(), false)`.as('is_expired'));
type Row = Awaited<ReturnType<ReturnType<typeof wholeGrants>['executeTakeFirstOrThrow']>>;

export const grantOf = (row: Row): PermissionGrant => ({
  id: row.id,
  set: { id: row.set_id, name: row.set_name },
  holder:
    row.team_id === null
      ? { kind: 'member', id: row.member_id ?? '', name: row.member_name }
      : { kind: 'team', id: row.team_id, name: row.team_name ?? '', members: row.team_size },
  expires_at: row.expires_at?.toISOString() ?? null,
  is_expired: row.is_expired,
  granted_by: row.granted_by,
  created_at: row.created_at.toISOString(),
});

/** The newest first; one more than `limit` where there are more. */
export function findGrants(trx: Trx, { set_id, member_id, team_id, after, limit }: Query): Promise<Row[]> {
  let query = wholeGrants(trx);
  if (set_id !== undefined) query = query.where('permission_grants.set_id', '=', set_id);
  if (member_id !== undefined) query = query.where('permission_grants.member_id', '=', member_id);
  if (team_id !== undefined) query = query.where('permission_grants.team_id', '=', team_id);
  if (after !== null)
    query = query.where(
      sql<boolean>`(permission_grants.created_at, permission_grants.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  return query
    .orderBy('permission_grants.created_at', 'desc')
    .orderBy('permission_grants.id', 'desc')
    .limit(limit + 1)
    .execute();
}

type Body = CheckedInput<typeof grantPermissionSet>['body'];

/** Gives a set; to whom has it already with the expiry that is said now. */
export async function grantSet(
  trx: Trx,
  caller: Caller,
  { set_id, holder, expires_at }: Body,
): Promise<PermissionGrant> {
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw new ApiError('validation_failed', { issues: [{ path: 'body.expires_at', message: 'in_the_past' }] });
  const set = await lockSet(trx, set_id);
  const name = await requireHolder(trx, caller, holder);
  const to =
    holder.kind === 'member' ? { member_id: holder.id, team_id: null } : { member_id: null, team_id: holder.id };
  const column = holder.kind === 'member' ? 'member_id' : 'team_id';
  const earlier = await trx
    .selectFrom('permission_grants')
    .where('set_id', '=', set_id)
    .where(column, '=', holder.id)
    .select('id')
    .executeTakeFirst();
  // A grant that ends sooner gives back what it denies sooner.
  requireMayGive(caller, [
    ...givenBy([], set.statements),
    ...(earlier === undefined ? [] : givenBy(set.statements, [])),
  ]);
  const { id } = await trx
    .insertInto('permission_grants')
    .values({
      organization_id: caller.organizationId,
      set_id,
      ...to,
      expires_at: expiresAt,
      granted_by: caller.memberId,
    })
    .onConflict((found) =>
      found.columns([column, 'set_id']).doUpdateSet({ expires_at: expiresAt, granted_by: caller.memberId }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await requireNobodyLockedOut(trx, caller, set.statements);
  await record(trx, {
    action: 'permission_set.granted',
    target: { id: set_id, name: set.name },
    after: { holder: name, expires_at },
  });
  return grantOf(await wholeGrants(trx).where('permission_grants.id', '=', id).executeTakeFirstOrThrow());
}

/** The name of a member or a team of the organisation. Throws not_found. */
async function requireHolder(trx: Trx, { organizationId }: Caller, { kind, id }: Body['holder']): Promise<string> {
  const found =
    kind === 'team'
      ? await trx
          .selectFrom('teams')
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .select('name')
          .executeTakeFirst()
      : await trx
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .where('memberships.organization_id', '=', organizationId)
          .where('memberships.id', '=', id)
          .select(memberName.as('name'))
          .executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  return found.name;
}

export async function revokeGrant(trx: Trx, caller: Caller, id: string): Promise<void> {
  const grant = await wholeGrants(trx).where('permission_grants.id', '=', id).executeTakeFirst();
  if (grant === undefined) throw new ApiError('not_found');
  const set = await lockSet(trx, grant.set_id);
  if (!grant.is_expired) requireMayGive(caller, givenBy(set.statements, []));
  await trx.deleteFrom('permission_grants').where('id', '=', id).execute();
  await record(trx, {
    action: 'permission_set.revoked',
    target: { id: set.id, name: set.name },
    before: { holder: grantOf(grant).holder.name },
  });
}
