import { eventMaxBytes } from '@parlance/shared/contract/agents/automation';
import { getForm, receiveWebhook, sendForm } from '@parlance/shared/contract/api/automations/automation-events';
import { checkForm } from '@parlance/shared/contract/page/form-values';
import type { FastifyInstance } from 'fastify';
import type { Lookup } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf } from '../../platform/http/idempotency.ts';
import { routePublic } from '../../platform/http/route.ts';
import { type Limit, hourSeconds } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { actingAsSystem } from '../../platform/principal/acting.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';
import { findReceiving, takeMessage, webhookReceiver } from './receive.ts';

/** Forms of one automation from one network, and of all of them: what people send, and no program. */
const fromNetwork: Limit = { name: 'form of a network', most: 20, windowSeconds: hourSeconds };
const ofForm: Limit = { name: 'form', most: 60, windowSeconds: 60 };

/**
 * What is sent to webhooks. In a plugin of its own: what is signed are the bytes of the body, and these are read here
 * alone.
 */
export async function webhookRoutes(app: FastifyInstance): Promise<void> {
  const receive = webhookReceiver(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

  routePublic(
    app,
    receiveWebhook,
    async ({ params, request: { body, headers } }) => {
      await receive({
        automationId: params.automation_id,
        headers,
        bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      });
      return {};
    },
    { bodyLimit: eventMaxBytes },
  );
}

/** Forms that anybody who has the link may send. */
export async function formRoutes(app: FastifyInstance): Promise<void> {
  routePublic(app, getForm, async ({ params }) => {
    const { organization, title, description, fields } = await app.db.lookUp((trx) => findForm(trx, params.token));
    return { title, description, fields, organization_name: organization };
  });

  routePublic(app, sendForm, async ({ params, body, request }) => {
    const { automationId, fields, thanks } = await app.db.lookUp((trx) => findForm(trx, params.token));
    const { values, faults } = checkForm(fields, body.values);
    const issues = Object.entries(faults).map(([name, message]) => ({ path: `body.values.${name}`, message }));
    if (issues.length > 0) throw new ApiError('validation_failed', { issues });
    const sent = {
      automationId,
      kind: 'form',
      messageId: body.idempotency_key,
      event: values,
      depth: 0,
      fingerprint: fingerprintOf({ values: body.values }),
    } as const;
    const limits = [
      [fromNetwork, `${automationId} ${networkOf(request.ip)}`],
      [ofForm, automationId],
    ] as const;
    await actingAsSystem(() => app.db.asSystem((trx) => takeMessage(trx, sent, limits)));
    return { thanks };
  });
}

/** Throws not_found for a link that is unknown, renewed or of an automation that does nothing at this moment. */
async function findForm(trx: Lookup, token: string) {
  const named = await trx
    .selectFrom('automations')
    .innerJoin('organizations', 'organizations.id', 'automations.organization_id')
    .where('form_token_hash', '=', hashToken(token))
    .select(['automations.id', 'organizations.name'])
    .executeTakeFirst();
  const automation = named === undefined ? undefined : await findReceiving(trx, named.id, 'form');
  if (named === undefined || automation?.definition.trigger.kind !== 'form') throw new ApiError('not_found');
  return { automationId: automation.id, organization: named.name, ...automation.definition.trigger };
}
