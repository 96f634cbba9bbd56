import { listPermissionSets } from '@parlance/shared/contract/api/privileges/permission-sets';
import * as contract from '@parlance/shared/contract/api/privileges/privileges';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { findGrants, grantOf, grantSet, revokeGrant } from './grants.ts';
import { changeSet, createSet, deleteSet, findSets, readSet, setOf } from './sets.ts';

const setPosition = z.tuple([z.string(), z.uuid()]);
const grantPosition = z.tuple([moment, z.uuid()]);

/** What people may do beyond, or short of, the defaults of their role. */
export async function privilegeRoutes(app: FastifyInstance): Promise<void> {
  setRoutes(app);
  grantRoutes(app);
}

function setRoutes(app: FastifyInstance): void {
  route(app, listPermissionSets, async ({ query: { q, cursor, limit }, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, (trx) =>
      findSets(trx, { q, after: readCursor(cursor, setPosition), limit }),
    );
    const { rows, next_cursor } = pageOfRows(found, limit, (row) => [row.sort_name, row.id]);
    return { items: rows.map(setOf), next_cursor };
  });

  route(app, contract.createPermissionSet, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => createSet(trx, caller, body)),
  );

  route(app, contract.getPermissionSet, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => readSet(trx, params.set_id)),
  );

  route(app, contract.changePermissionSet, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => changeSet(trx, caller, params.set_id, body)),
  );

  route(app, contract.deletePermissionSet, async ({ params, caller }) => {
    await app.db.asTenant(caller.organizationId, (trx) => deleteSet(trx, caller, params.set_id));
    return {};
  });
}

function grantRoutes(app: FastifyInstance): void {
  route(app, contract.listPermissionGrants, async ({ query: { cursor, limit, ...of }, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, (trx) =>
      findGrants(trx, { ...of, after: readCursor(cursor, grantPosition), limit }),
    );
    const { rows, next_cursor } = pageOfRows(found, limit, (row) => [row.created_at.toISOString(), row.id]);
    return { items: rows.map(grantOf), next_cursor };
  });

  route(app, contract.grantPermissionSet, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => grantSet(trx, caller, body)),
  );

  route(app, contract.revokePermissionGrant, async ({ params, caller }) => {
    await app.db.asTenant(caller.organizationId, (trx) => revokeGrant(trx, caller, params.grant_id));
    return {};
  });
}
