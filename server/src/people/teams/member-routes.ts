import { decide } from '@parlance/shared/contract/access/access';
import { type MemberRole, mayChangeMember, roleOf } from '@parlance/shared/contract/access/member-role';
import { listTeamMembers, putTeamMember, removeTeamMember } from '@parlance/shared/contract/api/teams';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { memberEmail, teamTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Actor, actAs } from '../members/held-members.ts';
import { joinTeamById, leaveTeam } from '../members/team-changes.ts';
import { findSetsOfTeam, requireMayMove } from '../privileges/moves.ts';
import { findTeam, findTeamMember, findTeamMembers, holdTeam, ownsTeam } from './repository.ts';

const position = z.tuple([z.string(), z.uuid()]);

/** Who is in a team: by administrators, and by whoever owns the team. */
export function teamMemberRoutes(app: FastifyInstance): void {
  route(app, listTeamMembers, ({ caller, params, query }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await findTeam(trx, caller.organizationId, params.team_id);
      await requireKeeper(trx, caller, administersTeams(caller), params.team_id);
      const found = await findTeamMembers(trx, params.team_id, readCursor(query.cursor, position), query.limit);
      const { rows, next_cursor } = pageOfRows(found, query.limit, ({ sort_name, id }) => [sort_name, id]);
      return { items: rows.map(({ sort_name: _, ...member }) => member), next_cursor };
    }),
  );

  route(app, putTeamMember, ({ body, caller, params }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { mover, isAdmin, role } = await begin(trx, caller, params);
      const before = await findTeamMember(trx, params.team_id, params.member_id);
      if (!isAdmin && body.is_owner !== (before?.is_owner ?? false)) throw new ApiError('forbidden');
      await requireMayMove(trx, mover, { memberId: params.member_id, from: role, to: role, enters: [params.team_id] });
      await joinTeamById(trx, mover, params.team_id, params.member_id, body);
      const member = await findTeamMember(trx, params.team_id, params.member_id);
      if (member === null) throw new ApiError('member_deactivated');
      const joined =
        before === null ? { permission_sets: await findSetsOfTeam(trx, caller.organizationId, params.team_id) } : {};
      const after = { member: await memberEmail(trx, params.member_id), owns_it: body.is_owner, ...joined };
      await record(trx, {
        action: 'team.member_set',
        target: await teamTarget(trx, params.team_id),
        before: { owns_it: before?.is_owner },
        after,
      });
      return member;
    }),
  );

  route(app, removeTeamMember, ({ caller, params }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { mover, isAdmin, role } = await begin(trx, caller, params);
      const before = await findTeamMember(trx, params.team_id, params.member_id);
      if (!isAdmin && before?.is_owner === true) throw new ApiError('forbidden');
      await requireMayMove(trx, mover, { memberId: params.member_id, from: role, to: role, leaves: [params.team_id] });
      await leaveTeam(trx, mover, params.team_id, params.member_id);
      const left = {
        member: await memberEmail(trx, params.member_id),
        owns_it: before?.is_owner,
        permission_sets: await findSetsOfTeam(trx, caller.organizationId, params.team_id),
      };
      if (before !== null)
        await record(trx, {
          action: 'team.member_removed',
          target: await teamTarget(trx, params.team_id),
          before: left,
        });
      return {};
    }),
  );
}

/** Whether somebody may do with every team what who owns one does with that one. */
export const administersTeams = (caller: Caller): boolean =>
  decide({ role: 'admin', feature: 'user_management' }, caller).allowed;

/** For whoever neither administers nor owns it a team is not there. */
async function requireKeeper(trx: Trx, { memberId }: Caller, isAdmin: boolean, teamId: string): Promise<void> {
  if (!isAdmin && !(await ownsTeam(trx, memberId, teamId))) throw new ApiError('not_found');
}

/**
 * Holds people and team, and asks who may. An owner of the organisation is put into a team by owners only, as
 * everything about them; whoever owns a team counts as an administrator there.
 */
async function begin(
  trx: Trx,
  caller: Caller,
  { team_id, member_id }: { team_id: string; member_id: string },
): Promise<Move> {
  const actor = await actAs(trx, caller);
  await holdTeam(trx, caller.organizationId, team_id);
  const isAdmin = actor.role !== 'member' && administersTeams(caller);
  await requireKeeper(trx, caller, isAdmin, team_id);
  const target = await findRole(trx, caller.organizationId, member_id);
  if (target === null) throw new ApiError('not_found');
  if (!mayChangeMember(isAdmin ? actor.role : 'admin', target)) throw new ApiError('owner_protected');
  return { mover: { ...actor, isAdmin }, isAdmin, role: target };
}

/**
 * `mover`: as they count here, where an administrator without the area of teams owns this one at most; `role`: of who
 * is moved.
 */
type Move = { readonly mover: Actor; readonly isAdmin: boolean; readonly role: MemberRole };

async function findRole(trx: Trx, organizationId: string, id: string): Promise<MemberRole | null> {
  const row = await trx
    .selectFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .select(['is_admin', 'is_owner'])
    .executeTakeFirst();
  return row === undefined ? null : roleOf({ isAdmin: row.is_admin, isOwner: row.is_owner });
}
