import {
  getMemberImport,
  listMemberImports,
  listRefusedLines,
  type MemberImport,
  startMemberImport,
} from '@parlance/shared/contract/api/member-imports/member-imports';
import { csvMaxLength } from '@parlance/shared/contract/api/member-imports/member-lines';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { type Limit, countAct, daySeconds } from '../../platform/limits/limits.ts';
import { findImport, findSameImport, findImports, findRefusedLines, insertImport, readImport } from './imports.ts';

/** Files that one organisation may bring: each may write to ten thousand people who have not asked for it. */
const files: Limit = { name: 'member-import', most: 20, windowSeconds: daySeconds };
/** A character has up to three bytes in UTF-8, and quotes are escaped. */
const bodyLimit = csvMaxLength * 4;
const importPosition = z.tuple([moment, z.uuid()]);
const linePosition = z.tuple([z.int32()]);

/** Invitations by a CSV file. */
export async function memberImportRoutes(app: FastifyInstance): Promise<void> {
  route(
    app,
    startMemberImport,
    async ({ body, caller }) => {
      const lines = readImport(body.csv);
      await app.db.asSystem((trx) => countAct(trx, files, caller.organizationId));
      return app.db.asTenant(caller.organizationId, async (trx) => {
        const id = (await findSameImport(trx, caller, body)) ?? (await insertImport(trx, caller, body, lines));
        return findOrThrow(trx, caller.organizationId, id);
      });
    },
    { bodyLimit },
  );

  route(app, getMemberImport, ({ caller, params }) =>
    app.db.asTenant(caller.organizationId, (trx) => findOrThrow(trx, caller.organizationId, params.import_id)),
  );

  route(app, listMemberImports, ({ caller, query }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await findImports(
        trx,
        caller.organizationId,
        readCursor(query.cursor, importPosition),
        query.limit,
      );
      const { rows, next_cursor } = pageOfRows(found, query.limit, ({ created_at, id }) => [created_at, id]);
      return { items: [...rows], next_cursor };
    }),
  );

  route(app, listRefusedLines, ({ caller, params, query }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { id } = await findOrThrow(trx, caller.organizationId, params.import_id);
      const [after] = readCursor(query.cursor, linePosition) ?? [0];
      const { rows, next_cursor } = pageOfRows(
        await findRefusedLines(trx, id, after, query.limit),
        query.limit,
        ({ line }) => [line],
      );
      return { items: [...rows], next_cursor };
    }),
  );
}

async function findOrThrow(trx: Trx, organizationId: string, id: string): Promise<MemberImport> {
  const found = await findImport(trx, organizationId, id);
  if (found === null) throw new ApiError('not_found');
  return found;
}
