import * as api from '@parlance/shared/contract/api/retention';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findTeams } from '../../oversight/dialogue-log/choices.ts';
import { findRetention } from '../../people/organizations/retention-days.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { endHold, findHolds, holdOf, addHold } from './holds.ts';
import { saveRetention, tryRetention } from './policy.ts';

const holdPosition = z.tuple([moment, z.uuid()]);

/** How long which data is kept, and what must not go. */
export async function retentionRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;

  route(app, api.getRetention, ({ caller }) =>
    db.asTenant(caller.organizationId, (trx) => findRetention(trx, caller.organizationId)),
  );
  route(app, api.saveRetention, ({ body, caller }) =>
    db.asTenant(caller.organizationId, (trx) => saveRetention(trx, caller, body.days, body.version)),
  );
  route(app, api.tryRetention, ({ body, caller }) =>
    db.asTenant(caller.organizationId, (trx) => tryRetention(trx, caller, body.days)),
  );

  route(app, api.listHolds, ({ query, caller }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      const found = await findHolds(trx, caller.organizationId, readCursor(query.cursor, holdPosition), query.limit);
      const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.placed_at.toISOString(), row.id]);
      return { items: rows.map(holdOf), next_cursor };
    }),
  );

  route(app, api.placeHold, ({ body, caller }) =>
    db.asTenant(caller.organizationId, (trx) => addHold(trx, caller, body)),
  );

  route(app, api.endHold, ({ params, caller }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      await endHold(trx, caller, params.hold_id);
      return {};
    }),
  );

  route(app, api.listHoldTeams, async ({ caller }) => ({
    items: await db.asTenant(caller.organizationId, (trx) => findTeams(trx, caller, true)),
  }));
}
