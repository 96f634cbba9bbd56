import * as api from '@parlance/shared/contract/api/dialogue-log';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route, routeFile } from '../../platform/http/route.ts';
import { requireAnonymous } from './anonymous.ts';
import { deleteExport, exportOf, findExports, requestExport, requireExport } from './exports.ts';
import { findShownNames } from './names.ts';

const exportPosition = z.tuple([moment, z.uuid()]);

/** Dialogues as files that are made in the background. */
export function exportRoutes(app: FastifyInstance): void {
  route(app, api.exportDialogueLog, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const hasNames = (await findShownNames(trx, caller)) !== null;
      if (!hasNames) await requireAnonymous(trx, caller.organizationId, body.filter);
      const { row, isNew } = await requestExport(trx, caller, body, hasNames);
      // Under a name of its own: what is called tokens is refused by the audit log, since it might be secret.
      const { tokens: length_from, ...filter } = body.filter;
      if (isNew)
        await record(trx, {
          action: 'dialogue_log.exported',
          target: { id: row.id, name: '' },
          after: { ...filter, length_from, format: body.format, has_names: hasNames },
        });
      return exportOf(row);
    }),
  );

  route(app, api.listDialogueLogExports, ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await findExports(trx, caller, readCursor(query.cursor, exportPosition), query.limit);
      const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.created_at.toISOString(), row.id]);
      return { items: rows.map(exportOf), next_cursor };
    }),
  );

  route(app, api.deleteDialogueLogExport, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { id } = await requireExport(trx, caller, params.export_id);
      await deleteExport(trx, id);
      return {};
    }),
  );

  routeFile(app, api.downloadDialogueLogExport, async ({ params, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, async (trx) => {
      const row = await requireExport(trx, caller, params.export_id);
      if (row.storage_key !== null)
        await record(trx, { action: 'dialogue_log.export_downloaded', target: { id: row.id, name: '' } });
      return row;
    });
    const content = found.storage_key === null ? null : await app.storage.get(found.storage_key);
    if (content === null) throw new ApiError('not_found');
    const day = found.created_at.toISOString().slice(0, 10);
    return {
      content,
      name: `dialogues-${day}.${found.format}`,
      mediaType: found.format === 'csv' ? 'text/csv' : 'application/jsonl',
      size: Number(found.size),
    };
  });
}
