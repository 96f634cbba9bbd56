import { randomUUID } from 'node:crypto';
import * as api from '@parlance/shared/contract/api/audit/audit-webhook';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../errors/api-error.ts';
import { pageOfRows, readCursor } from '../../http/cursor.ts';
import { route } from '../../http/route.ts';
import { record } from '../record.ts';
import { deliveryOf, findDeliveries, sendAgain } from './deliveries.ts';
import { hasArrived, sendMessage } from './send.ts';
import { describeWebhook, findWebhook, putWebhook, receiverOf, removeWebhook, rotateSecret } from './webhooks.ts';

const position = z.tuple([z.int(), z.uuid()]);

/** Where an organisation has its audit log sent, for its administrators. */
export async function auditWebhookRoutes(app: FastifyInstance): Promise<void> {
  const secrets = () => app.toolReach.secrets();

  route(app, api.getAuditWebhook, ({ caller: { organizationId } }) =>
    app.db.asTenant(organizationId, async (trx) => {
      const row = await findWebhook(trx, organizationId);
      return { webhook: row === undefined ? null : await describeWebhook(trx, row) };
    }),
  );

  route(app, api.putAuditWebhook, ({ body, caller: { organizationId } }) =>
    app.db.asTenant(organizationId, async (trx) => {
      const { row, secret } = await putWebhook(trx, { secrets, organizationId }, body.url);
      return { webhook: await describeWebhook(trx, row), secret };
    }),
  );

  route(app, api.rotateAuditWebhookSecret, ({ caller: { organizationId } }) =>
    app.db.asTenant(organizationId, async (trx) => {
      const { row, secret } = await rotateSecret(trx, { secrets, organizationId });
      return { webhook: await describeWebhook(trx, row), secret };
    }),
  );

  route(app, api.deleteAuditWebhook, async ({ caller: { organizationId } }) => {
    await app.db.asTenant(organizationId, (trx) => removeWebhook(trx, organizationId));
    return {};
  });

  route(app, api.tryAuditWebhook, async ({ caller: { organizationId } }) => {
    const row = await app.db.asTenant(organizationId, (trx) => findWebhook(trx, organizationId));
    if (row === undefined) throw new ApiError('not_found');
    const at = new Date();
    const body = JSON.stringify({
      type: 'audit_log.test',
      timestamp: at.toISOString(),
      data: { organization_id: organizationId },
    });
    const outcome = await sendMessage(
      app.toolReach.outgoing,
      receiverOf(secrets(), row),
      { id: randomUUID(), at, body },
      { organizationId },
    );
    await app.db.asTenant(organizationId, (trx) =>
      record(trx, {
        action: 'audit_webhook.tested',
        target: { id: null, name: '' },
        after: { status: outcome.status, reason: outcome.error_code },
      }),
    );
    return { has_arrived: hasArrived(outcome), ...outcome };
  });

  route(app, api.listWebhookDeliveries, async ({ query: { cursor, limit }, caller: { organizationId } }) => {
    const found = await app.db.asTenant(organizationId, (trx) =>
      findDeliveries(trx, organizationId, readCursor(cursor, position), limit + 1),
    );
    const { rows, next_cursor } = pageOfRows(found, limit, ({ first, id }) => [Number(first), id]);
    return { items: rows.map(deliveryOf), next_cursor };
  });

  route(app, api.resendWebhookDelivery, ({ params, caller: { organizationId } }) =>
    app.db.asTenant(organizationId, async (trx) =>
      deliveryOf(await sendAgain(trx, organizationId, params.delivery_id)),
    ),
  );
}
