import { explainPrivilege, listNameable, previewPrivileges } from '@parlance/shared/contract/api/privileges/privileges';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { explainFor, previewChange } from './preview.ts';
import { findNameable } from './things.ts';

/** What a permission set can name, and what it would change for a person. */
export async function privilegePreviewRoutes(app: FastifyInstance): Promise<void> {
  route(app, listNameable, ({ query: { kind, q, ids }, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => ({
      items: await findNameable(trx, caller, app.models, { kind, q, ids: ids?.split(',') ?? null }),
    })),
  );

  route(app, explainPrivilege, ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => explainFor(trx, caller, app.models, query)),
  );

  route(app, previewPrivileges, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => previewChange(trx, caller, app.models, body)),
  );
}
