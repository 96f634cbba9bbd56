import type { MemberRole, MemberSort, MemberSummary } from '@parlance/shared/contract/api/members';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';

/** Where a page begins: after the row with this sort value and id. */
export type MemberPosition = { readonly value: string; readonly id: string };
type Wanted = {
  readonly organizationId: string;
  /** Empty finds everyone. */
  readonly q: string;
  readonly sort: MemberSort;
  readonly after: MemberPosition | null;
  readonly limit: number;
};
type Found = { readonly member: MemberSummary; readonly position: MemberPosition };

const name = sql<string>`coalesce(nullif(users.username, ''), users.email)`;
const role = sql<MemberRole>`case when memberships.is_owner then 'owner' when memberships.is_admin then 'admin' else 'member' end`;
/** Text in every case, so that one kind of position serves all. Owners come before admins before members. */
const sortValues = {
  name: sql<string>`lower(${name})`,
  email: sql<string>`users.email`,
  role: sql<string>`case when memberships.is_owner then '1' when memberships.is_admin then '2' else '3' end`,
};
const teams = sql<string[]>`coalesce((
  select json_agg(teams.name order by teams.name) from team_members
  join teams on teams.id = team_members.team_id
  where team_members.member_id = memberships.id), '[]')`;

/**
 * Members of one organisation, one more than `limit` where there are more. The organisation is the leading column of
 * the index that is read; within it the rows of one organisation are searched and sorted.
 */
export async function findMembers(trx: Trx, { organizationId, q, sort, after, limit }: Wanted): Promise<Found[]> {
  const descending = sort.startsWith('-');
  const value = sortValues[sort.replace('-', '') as keyof typeof sortValues]; // the sorts are these three, with or without a minus
  const direction = descending ? 'desc' : 'asc';
  let query = trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('registrations', 'registrations.user_id', 'users.id')
    .where('memberships.organization_id', '=', organizationId)
    .select(['memberships.id', 'users.username', 'users.email', 'users.language', 'users.mfa_preference'])
    .select(['registrations.is_completed', 'registrations.stage'])
    .select([role.as('role'), teams.as('teams'), value.as('sort_value')]);
  if (q !== '') query = query.where(contains(q));
  if (after !== null) query = query.where(beyond(value, after, descending));
  const rows = await query.orderBy(value, direction).orderBy('memberships.id', direction).limit(limit + 1).execute();
  return rows.map(({ sort_value, is_completed, stage, ...row }) => ({
    // Whoever has no registration of their own was added by hand: there is nothing left to complete.
    member: { ...row, registration: { is_completed: is_completed ?? true, stage: stage ?? 0 } },
    position: { value: sort_value, id: row.id },
  }));
}

/** Not LIKE: a percent sign in the search text is a percent sign. */
const contains = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`(strpos(lower(${name}), lower(${q})) > 0 or strpos(users.email, lower(${q})) > 0)`;

const beyond = (value: Expression<string>, { value: last, id }: MemberPosition, descending: boolean): Expression<SqlBool> =>
  descending
    ? sql<SqlBool>`(${value}, memberships.id) < (${last}, ${id}::uuid)`
    : sql<SqlBool>`(${value}, memberships.id) > (${last}, ${id}::uuid)`;
