import {
  checkAuditLog,
  exportAuditLog,
  getAuditEntry,
  listAuditEntries,
} from '@parlance/shared/contract/api/audit/audit-log';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../errors/api-error.ts';
import { pageOfRows, readCursor, writeCursor } from '../http/cursor.ts';
import { route, routeFile } from '../http/route.ts';
import { checkChain } from './check-chain.ts';
import { detailsOf, entryOf, findEntries, findEntry, lastNumber } from './entries.ts';
import { exportLog } from './export-log.ts';
import { readDialogueMask } from './masked-dialogues.ts';
import { record } from './record.ts';

/** The last entry of the page before. */
const entryPosition = z.tuple([z.int()]);
const chainPosition = z.tuple([z.int(), z.string().check(z.regex(/^[0-9a-f]{64}$/))]);
const mediaTypes = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;

/** What was done in an organisation, for its administrators. */
export async function auditLogRoutes(app: FastifyInstance): Promise<void> {
  route(app, listAuditEntries, async ({ query, caller: { organizationId } }) => {
    const { cursor, limit, ...filter } = query;
    const beyond = readCursor(cursor, entryPosition)?.[0] ?? null;
    return app.db.asTenant(organizationId, async (trx) => {
      const mask = await readDialogueMask(trx, organizationId);
      const found = await findEntries(trx, { organizationId, filter, beyond, limit: limit + 1, order: 'newest', mask });
      const { rows, next_cursor } = pageOfRows(found, limit, ({ seq }) => [Number(seq)]);
      return { items: rows.map((row) => entryOf(row, mask)), next_cursor };
    });
  });

  route(app, getAuditEntry, ({ params, caller: { organizationId } }) =>
    app.db.asTenant(organizationId, async (trx) => {
      const row = await findEntry(trx, organizationId, params.number);
      if (row === undefined) throw new ApiError('not_found');
      return detailsOf(row, await readDialogueMask(trx, organizationId));
    }),
  );

  routeFile(app, exportAuditLog, async ({ query, caller: { organizationId } }) => {
    const { format, ...filter } = query;
    const upTo = await app.db.asTenant(organizationId, async (trx) => {
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      await record(trx, { action: 'audit_log.exported', target: { id: null, name: '' }, after: { format, ...given } });
      return lastNumber(trx, organizationId);
    });
    const name = `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`;
    return {
      content: exportLog(app.db, { organizationId, filter, format, upTo }),
      name,
      mediaType: mediaTypes[format],
      size: null,
    };
  });

  route(app, checkAuditLog, ({ body, caller: { organizationId } }) =>
    app.db.asTenant(organizationId, async (trx) => {
      const at = readCursor(body.cursor ?? undefined, chainPosition);
      const { checked, through, isDone, fault } = await checkChain(
        trx,
        organizationId,
        at === null ? null : { seq: at[0], hash: at[1] },
      );
      if (isDone)
        await record(trx, {
          action: 'audit_log.checked',
          target: { id: null, name: '' },
          after: { through: through.seq, fault: fault === null ? null : `${fault.kind} ${fault.seq}` },
        });
      return {
        checked,
        fault: fault === null ? null : { number: fault.seq, kind: fault.kind },
        next_cursor: isDone ? null : writeCursor([through.seq, through.hash]),
        through: through.hash === '' ? null : { number: through.seq, hash: through.hash },
      };
    }),
  );
}
