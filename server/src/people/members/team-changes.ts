import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { requireTeams } from '../naming/named.ts';
import { findSetsThroughTeams, requireMayMove } from '../privileges/moves.ts';
import type { Actor, Target } from './held-members.ts';
import { findTeams } from './profile.ts';

/** Puts a member into exactly these teams. Throws not_found if one of them does not exist. */
export async function setTeams(trx: Trx, actor: Actor, target: Target, wanted: readonly string[]): Promise<void> {
  const enters = [...new Set(wanted)];
  await requireTeams(trx, actor.organizationId, enters);
  const now = await trx
    .selectFrom('team_members')
    .where('organization_id', '=', actor.organizationId)
    .where('member_id', '=', target.id)
    .select('team_id')
    .execute();
  await changeTeams(trx, actor, target, {
    enters,
    leaves: now.map(({ team_id }) => team_id).filter((id) => !enters.includes(id)),
  });
}

type TeamChange = { readonly enters?: readonly string[]; readonly leaves?: readonly string[] };

/** Puts a member into some teams and takes them out of others, and records the permission sets gained and lost. */
export async function changeTeams(
  trx: Trx,
  actor: Actor,
  target: Target,
  { enters = [], leaves = [] }: TeamChange,
): Promise<void> {
  const stateOf = async () => ({
    teams: await findTeams(trx, target.id),
    permission_sets: await findSetsThroughTeams(trx, actor.organizationId, target.id),
  });
  const before = await stateOf();
  await requireMayMove(trx, actor, { memberId: target.id, from: target.role, to: target.role, enters, leaves });
  for (const team of leaves) await leaveTeam(trx, actor, team, target.id);
  for (const team of enters) await joinTeamById(trx, actor, team, target.id);
  await record(trx, {
    action: 'member.teams_changed',
    target: { id: target.id, name: target.email },
    before,
    after: await stateOf(),
  });
}

/** Adds a member to a team; call requireMayMove before. Ownership changes only if it is given. */
export async function joinTeamById(
  trx: Trx,
  { organizationId }: Actor,
  teamId: string,
  memberId: string,
  how: { readonly is_owner?: boolean } = {},
): Promise<void> {
  const joined = trx
    .insertInto('team_members')
    .values({ organization_id: organizationId, team_id: teamId, member_id: memberId, ...how });
  await joined
    .onConflict((conflict) =>
      how.is_owner === undefined ? conflict.doNothing() : conflict.columns(['team_id', 'member_id']).doUpdateSet(how),
    )
    .execute();
}

/** Removes a member from a team; call requireMayMove before. */
export async function leaveTeam(trx: Trx, { organizationId }: Actor, teamId: string, memberId: string): Promise<void> {
  await trx
    .deleteFrom('team_members')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .execute();
}
