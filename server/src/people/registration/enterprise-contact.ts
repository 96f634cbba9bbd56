import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import { contactSales } from '@parlance/shared/contract/api/registration/registration-steps';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { fingerprintOf, requireSameRequest } from '../../platform/http/idempotency.ts';
import { route } from '../../platform/http/route.ts';
import { type Limit, countAct, daySeconds } from '../../platform/limits/limits.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { requireStage } from './policy.ts';

/** Mails of one person to sales. */
const enquiries: Limit = { name: 'enterprise-enquiry', most: 10, windowSeconds: daySeconds };

export function enterpriseContactRoute(app: FastifyInstance): void {
  route(app, contactSales, ({ body, caller }) =>
    app.db.asSystem(async (trx) => {
      requireStage(caller, registrationStages.plan);
      await countAct(trx, enquiries, caller.userId);
      const { idempotency_key, ...said } = body;
      const fingerprint = fingerprintOf(said);
      const enquiry = { ...said, email: caller.email };
      const stored = await trx
        .insertInto('enterprise_enquiries')
        .values({ ...enquiry, user_id: caller.userId, idempotency_key, request_fingerprint: fingerprint })
        .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (stored === undefined) return findSame(trx, caller.userId, idempotency_key, fingerprint);
      await queueMail(trx, {
        to: app.config.SALES_EMAIL,
        language: caller.language,
        template: 'enterprise_enquiry',
        values: enquiry,
      });
      return stored;
    }),
  );
}

/**
 * The one that was stored and mailed by the same key before. Throws idempotency_key_reused where that said something
 * else.
 */
async function findSame(trx: Trx, userId: string, key: string, fingerprint: Buffer): Promise<{ id: string }> {
  const { id, request_fingerprint: earlier } = await trx
    .selectFrom('enterprise_enquiries')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .select(['id', 'request_fingerprint'])
    .executeTakeFirstOrThrow();
  requireSameRequest(earlier, fingerprint);
  return { id };
}
