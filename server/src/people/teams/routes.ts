import { createTeam, deleteTeam, getTeamUses, listTeams, updateTeam } from '@parlance/shared/contract/api/teams';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { actAsAdministrator } from '../members/held-members.ts';
import { requireMayDisband } from '../privileges/moves.ts';
import { administersTeams, teamMemberRoutes } from './member-routes.ts';
import { findTeam, findTeamEmails, findTeams, holdTeam, ownsTeam, requireFreeName } from './repository.ts';
import { findTeamUses } from './uses.ts';

const position = z.tuple([z.string(), z.uuid()]);

/** Registers the routes of teams (user groups). Administrators define them; their owners decide on members too. */
export async function teamRoutes(app: FastifyInstance): Promise<void> {
  route(app, listTeams, ({ caller, query }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { organizationId, memberId } = caller;
      const isAdmin = administersTeams(caller);
      if (!isAdmin && !(await ownsTeam(trx, memberId, null))) throw new ApiError('forbidden');
      const wanted = {
        organizationId,
        q: query.q,
        sort: query.sort,
        ownedBy: isAdmin ? null : memberId,
        after: readCursor(query.cursor, position),
        limit: query.limit,
      };
      const { rows, next_cursor } = pageOfRows(await findTeams(trx, wanted), query.limit, (row) => row.position);
      return { items: rows.map(({ team }) => team), next_cursor };
    }),
  );

  route(app, createTeam, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { organizationId } = caller;
      await requireFreeName(trx, organizationId, body.name);
      const { id } = await trx
        .insertInto('teams')
        .values({ organization_id: organizationId, name: body.name, description: body.description })
        .returning('id')
        .executeTakeFirstOrThrow();
      await record(trx, {
        action: 'team.created',
        target: { id, name: body.name },
        after: { name: body.name, description: body.description },
      });
      return findTeam(trx, organizationId, id);
    }),
  );

  route(app, updateTeam, ({ body, caller, params }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { organizationId } = caller;
      if (body.name !== undefined) await requireFreeName(trx, organizationId, body.name, params.team_id);
      const before = await holdTeam(trx, organizationId, params.team_id);
      const changes = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.description === undefined ? {} : { description: body.description }),
      };
      if (Object.keys(changes).length > 0) {
        await trx.updateTable('teams').set(changes).where('id', '=', params.team_id).execute();
        await record(trx, {
          action: 'team.changed',
          target: { id: params.team_id, name: body.name ?? before.name },
          before,
          after: { ...before, ...changes },
        });
      }
      return findTeam(trx, organizationId, params.team_id);
    }),
  );

  route(app, getTeamUses, ({ caller, params }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await findTeam(trx, caller.organizationId, params.team_id);
      return findTeamUses(trx, caller.organizationId, params.team_id);
    }),
  );

  route(app, deleteTeam, ({ caller, params }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const actor = await actAsAdministrator(trx, caller);
      const { name } = await holdTeam(trx, caller.organizationId, params.team_id);
      await requireMayDisband(trx, actor, params.team_id);
      const { rules, permission_sets } = await findTeamUses(trx, caller.organizationId, params.team_id);
      const before = {
        members: await findTeamEmails(trx, params.team_id),
        permission_sets,
        rules: rules.map((rule) => rule.name),
      };
      await trx.deleteFrom('teams').where('id', '=', params.team_id).execute();
      await record(trx, { action: 'team.deleted', target: { id: params.team_id, name }, before });
      return {};
    }),
  );

  teamMemberRoutes(app);
}
