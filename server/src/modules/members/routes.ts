import { listMembers, memberSort, type MemberSort } from '@parlance/shared/contract/api/members';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../plugins/api-error.ts';
import { route } from '../../plugins/route.ts';
import { memberChangeRoutes } from './change-routes.ts';
import { memberImportRoutes } from './import-routes.ts';
import { findMembers, type MemberPosition } from './repository.ts';

/** What administrators see of the people of their organisation. */
export async function membersRoutes(app: FastifyInstance): Promise<void> {
  route(app, listMembers, ({ caller, query }) => {
    const { q, sort, limit, role, state } = query;
    const after = query.cursor === undefined ? null : readCursor(query.cursor, sort);
    return app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await findMembers(trx, { organizationId: caller.organizationId, q, sort, role, state, teamId: query.team_id, after, limit });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        items: page.map(({ member }) => member),
        next_cursor: last === undefined ? null : writeCursor(last.position, sort),
      };
    });
  });

  memberChangeRoutes(app);
  memberImportRoutes(app);
}

/** A page goes on only in the order it was begun in, so the order is part of the cursor. */
const cursorContent = z.tuple([memberSort, z.string(), z.uuid()]);

const writeCursor = ({ value, id }: MemberPosition, sort: MemberSort): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

function readCursor(cursor: string, sort: MemberSort): MemberPosition {
  const read = cursorContent.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!read.success || read.data[0] !== sort || read.data[1].includes('\0')) {
    throw new ApiError('validation_failed', {
      issues: [{ path: 'query.cursor', message: `This is no cursor of a page sorted by “${sort}”. Begin again without a cursor.` }],
    });
  }
  const [, value, id] = read.data;
  return { value, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller's schema refuses it
  }
}
