import { listMembers, type MemberSort } from '@parlance/shared/contract/api/members';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { findMembers } from './repository.ts';

/**
 * Returns the schema of a cursor position, which includes the order: a page continues only in the order it was begun
 * in.
 */
const positionIn = (sort: MemberSort) => z.tuple([z.literal(sort), z.string(), z.uuid()]);

/** Registers the routes by which administrators see the people of their organisation. */
export async function membersRoutes(app: FastifyInstance): Promise<void> {
  route(app, listMembers, ({ caller, query }) => {
    const { q, sort, limit, role, state } = query;
    const after = readCursor(query.cursor, positionIn(sort));
    return app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await findMembers(trx, {
        organizationId: caller.organizationId,
        q,
        sort,
        role,
        state,
        teamId: query.team_id,
        after,
        limit,
      });
      const { rows, next_cursor } = pageOfRows(found, limit, ({ position }) => position);
      return { items: rows.map(({ member }) => member), next_cursor };
    });
  });
}
