import type { HeldStatement, Statement } from '@parlance/shared/contract/access/privileges';
import { type RawBuilder, sql } from 'kysely';

/** A grant in force with the statements of its set, as it comes with the session. */
export type HeldPrivilege = {
  readonly set_id: string;
  readonly set_name: string;
  readonly team: string | null;
  readonly expires_at: string | null;
  readonly statements: Statement[];
};

/**
 * What a member has, of a statement whose `memberships` is theirs: given to them, or to a team of theirs. A column, so
 * that whoever looks a session up learns it in the same round trip. Null, which costs least, where they have nothing.
 */
export const heldBy: RawBuilder<HeldPrivilege[] | null> = sql<HeldPrivilege[] | null>`(
  select json_agg(json_build_object('set_id', held_sets.id, 'set_name', held_sets.name, 'team', held.team, 'expires_at', held.expires_at, 'statements', held_sets.statements))
  from (
    select set_id, expires_at, null as team from permission_grants where permission_grants.member_id = memberships.id
    union all
    select permission_grants.set_id, permission_grants.expires_at, teams.name from team_members
    join teams on teams.id = team_members.team_id
    join permission_grants on permission_grants.team_id = team_members.team_id
    where team_members.member_id = memberships.id
  ) as held
  join permission_sets as held_sets on held_sets.id = held.set_id
  where held.expires_at is null or held.expires_at > now())`;

export const statementsOf = (held: readonly HeldPrivilege[] | null): HeldStatement[] =>
  (held ?? []).flatMap(({ statements, ...grant }) => statements.map((statement) => ({ ...statement, ...grant })));
