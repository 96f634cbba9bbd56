import type {
  MemberDetails,
  MemberRole,
  MemberSort,
  MemberState,
  MemberSummary,
} from '@parlance/shared/contract/api/members';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Where a page begins: after the row that has this value in the order of the list, and this id. */
export type MemberPosition = readonly [sort: MemberSort, value: string, id: string];
type Query = {
  readonly organizationId: string;
  /** Empty finds everyone. */
  readonly q: string;
  readonly sort: MemberSort;
  readonly role?: MemberRole | undefined;
  readonly teamId?: string | undefined;
  readonly state?: MemberState | undefined;
  readonly after: MemberPosition | null;
  readonly limit: number;
};
type MemberEntry = { readonly member: MemberSummary; readonly position: MemberPosition };

const name = sql<string>`coalesce(nullif(users.username, ''), users.email)`;
const role = sql<MemberRole>`case when memberships.is_owner then 'owner' when memberships.is_admin then 'admin' else 'member' end`;
const state = sql<MemberState>`case when memberships.deactivated_at is null then 'active' else 'deactivated' end`;
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

const summaries = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('registrations', 'registrations.user_id', 'users.id')
    .where('memberships.organization_id', '=', organizationId)
    .select(['memberships.id', 'users.username', 'users.email', 'users.language', 'users.mfa_preference'])
    .select(['registrations.is_completed', 'registrations.stage'])
    .select([role.as('role'), state.as('state'), teams.as('teams')]);

type SummaryRow = Omit<MemberSummary, 'registration'> & { is_completed: boolean | null; stage: number | null };

/** Whoever has no registration of their own was added by hand: there is nothing left to complete. */
const summaryOf = ({ is_completed, stage, ...row }: SummaryRow): MemberSummary => ({
  ...row,
  registration: { is_completed: is_completed ?? true, stage: stage ?? 0 },
});

/**
 * Members of one organisation, one more than `limit` where there are more. The organisation is the leading column of
 * the index that is read; within it the rows of one organisation are searched and sorted.
 */
export async function findMembers(
  trx: Trx,
  { organizationId, q, sort, after, limit, ...narrowed }: Query,
): Promise<MemberEntry[]> {
  const descending = sort.startsWith('-');
  // the sorts are these three, with or without a minus
  const value = sortValues[sort.replace('-', '') as keyof typeof sortValues];
  const direction = descending ? 'desc' : 'asc';
  let query = summaries(trx, organizationId).select(value.as('sort_value'));
  if (q !== '') query = query.where(contains(q));
  if (narrowed.role !== undefined) query = query.where(sql<SqlBool>`${role} = ${narrowed.role}`);
  if (narrowed.state !== undefined) query = query.where(sql<SqlBool>`${state} = ${narrowed.state}`);
  if (narrowed.teamId !== undefined) query = query.where(isIn(narrowed.teamId));
  if (after !== null) query = query.where(beyond(value, after, descending));
  const rows = await query
    .orderBy(value, direction)
    .orderBy('memberships.id', direction)
    .limit(limit + 1)
    .execute();
  return rows.map(({ sort_value, ...row }) => ({ member: summaryOf(row), position: [sort, sort_value, row.id] }));
}

const isIn = (teamId: string) =>
  sql<SqlBool>`exists (select from team_members where team_members.member_id = memberships.id and team_members.team_id = ${teamId})`;

/** A member of the transaction's organisation; null where it has none of this id. */
export async function findMember(trx: Trx, organizationId: string, id: string): Promise<MemberDetails | null> {
  const row = await summaries(trx, organizationId)
    .where('memberships.id', '=', id)
    .select([
      'memberships.role_title',
      'memberships.created_at',
      'memberships.last_used_at',
      'memberships.deactivated_at',
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { role_title, created_at, last_used_at, deactivated_at, ...summary } = row;
  const memberships = await trx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .where('team_members.member_id', '=', id)
    .orderBy('teams.name')
    .select(['team_members.team_id', 'teams.name', 'team_members.is_owner'])
    .execute();
  return {
    ...summaryOf(summary),
    title: role_title,
    joined_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    deactivated_at: deactivated_at?.toISOString() ?? null,
    memberships,
  };
}

/** Not LIKE: a percent sign in the search text is a percent sign. */
const contains = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`(strpos(lower(${name}), lower(${q})) > 0 or strpos(users.email, lower(${q})) > 0)`;

const beyond = (value: Expression<string>, [, last, id]: MemberPosition, descending: boolean): Expression<SqlBool> =>
  descending
    ? sql<SqlBool>`(${value}, memberships.id) < (${last}, ${id}::uuid)`
    : sql<SqlBool>`(${value}, memberships.id) > (${last}, ${id}::uuid)`;
