import { searchDialogues } from '@parlance/shared/contract/api/dialogues';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { findEntries, searchHitsOf } from './search.ts';

const searchPosition = z.tuple([moment, z.uuid()]);

/** What a member has asked and been told. */
export async function searchRoutes(app: FastifyInstance): Promise<void> {
  route(app, searchDialogues, ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { memberId, language } = caller;
      const found = await findEntries(trx, {
        memberId,
        q: query.q,
        after: readCursor(query.cursor, searchPosition),
        limit: query.limit,
      });
      const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.written_at.toISOString(), row.id]);
      return { items: await searchHitsOf(trx, memberId, rows, query.q, language), next_cursor };
    }),
  );
}
