import type { Colleague } from '@parlance/shared/contract/api/shares';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { memberName } from '../naming/colleague.ts';

/** Deactivated members are nobody's colleagues: nothing more is given to them. */
const colleagues = (trx: Trx) =>
  trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.deactivated_at', 'is', null)
    .select(['memberships.id', memberName.as('name')]);

/** A member of the transaction's organisation; null where it has none of this id. */
export async function findColleague(trx: Trx, id: string): Promise<Colleague | null> {
  return (await colleagues(trx).where('memberships.id', '=', id).executeTakeFirst()) ?? null;
}

/** Where a page begins: after the colleague with this name, as sorted, and id. */
export type ColleaguePosition = readonly [sortName: string, id: string];
type Query = { organizationId: string; memberId: string; q: string; after: ColleaguePosition | null; limit: number };

const sortName = sql<string>`lower(${memberName})`;

/**
 * Everyone of an organisation but one, whose name or a word of it begins with `q`, by name; one more than `limit` where
 * there are more.
 */
export function findColleagues(trx: Trx, { organizationId, memberId, q, after, limit }: Query) {
  let query = colleagues(trx)
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.id', '<>', memberId)
    .select(sortName.as('sort_name'));
  // Not LIKE: a percent sign in the search text is a percent sign.
  if (q !== '')
    query = query.where(
      sql<boolean>`strpos(' ' || translate(${sortName}, '-_.', '   '), ' ' || translate(lower(${q}), '-_.', '   ')) > 0`,
    );
  if (after !== null)
    query = query.where(sql<boolean>`(${sortName}, memberships.id) > (${after[0]}, ${after[1]}::uuid)`);
  return query
    .orderBy(sortName)
    .orderBy('memberships.id')
    .limit(limit + 1)
    .execute();
}

type WantedTeams = Omit<Query, 'memberId'>;

/** The teams of an organisation whose name has `q` in it, by name; one more than `limit` where there are more. */
export function findColleagueTeams(trx: Trx, { organizationId, q, after, limit }: WantedTeams) {
  const sorted = sql<string>`lower(teams.name)`;
  let query = trx
    .selectFrom('teams')
    .where('organization_id', '=', organizationId)
    .select(['id', 'name', sorted.as('sort_name')])
    .select(
      sql<number>`(select count(*)::integer from team_members join memberships on memberships.id = team_members.member_id where team_members.team_id = teams.id and memberships.deactivated_at is null)`.as(
        'members',
      ),
    );
  if (q !== '') query = query.where(sql<boolean>`strpos(${sorted}, lower(${q})) > 0`);
  if (after !== null) query = query.where(sql<boolean>`(${sorted}, teams.id) > (${after[0]}, ${after[1]}::uuid)`);
  return query
    .orderBy(sorted)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}
