import {
  downloadOrganizationExport,
  exportOrganization,
  listOrganizationExports,
} from '@parlance/shared/contract/api/organization-exports';
import type { FastifyInstance } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route, routeFile } from '../../platform/http/route.ts';
import { exportOf, findExport, findExports, requestExport } from './exports.ts';

/** Registers the export of a whole organisation, for its owners, also in an expired workspace. */
export async function organizationExportRoutes(app: FastifyInstance): Promise<void> {
  route(app, exportOrganization, ({ caller, body }) =>
    app.db.asTenant(caller.organizationId, async (trx) =>
      exportOf(await requestExport(trx, caller, body.idempotency_key)),
    ),
  );

  route(app, listOrganizationExports, ({ caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => ({
      items: (await findExports(trx, caller.organizationId)).map(exportOf),
    })),
  );

  routeFile(app, downloadOrganizationExport, async ({ caller, params }) => {
    const found = await app.db.asTenant(caller.organizationId, async (trx) => {
      const row = await findExport(trx, caller.organizationId, params.export_id);
      if (row !== undefined && row.storage_key !== null)
        await record(trx, { action: 'organization.export_downloaded', target: { id: row.id, name: '' } });
      return row;
    });
    const content = found === undefined || found.storage_key === null ? null : await app.storage.get(found.storage_key);
    if (found === undefined || content === null) throw new ApiError('not_found');
    return {
      content,
      name: `parlance-${found.created_at.toISOString().slice(0, 10)}.zip`,
      mediaType: 'application/zip',
      size: Number(found.size),
    };
  });
}
