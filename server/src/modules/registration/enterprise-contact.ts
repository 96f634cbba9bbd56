import { isDeepStrictEqual } from 'node:util';
import { contactSales } from '@parlance/shared/contract/api/registration-steps';
import { registrationStages } from '@parlance/shared/contract/registration-stages';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../plugins/api-error.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { route } from '../../plugins/route.ts';
import { type Limit, countAct, daySeconds } from '../limits/limits.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { requireStage } from './policy.ts';

/** Mails of one person to sales. */
const enquiries: Limit = { name: 'enterprise-enquiry', most: 10, windowSeconds: daySeconds };

export function enterpriseContactRoute(app: FastifyInstance): void {
  route(app, contactSales, ({ body, caller }) =>
    app.db.asSystem(async (trx) => {
      requireStage(caller, registrationStages.plan);
      await countAct(trx, enquiries, caller.userId);
      const { idempotency_key, ...said } = body;
      const enquiry = { ...said, email: caller.email };
      const stored = await trx
        .insertInto('enterprise_enquiries')
        .values({ ...enquiry, user_id: caller.userId, idempotency_key })
        .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (stored === undefined) return findSame(trx, caller.userId, body);
      await queueMail(trx, { to: app.config.SALES_EMAIL, language: caller.language, template: 'enterprise_enquiry', values: enquiry });
      return stored;
    }),
  );
}

/** The one that was stored and mailed by the same key before. Throws conflict where that said something else. */
async function findSame(trx: Trx, userId: string, { idempotency_key: key, ...said }: CheckedInput<typeof contactSales>['body']): Promise<{ id: string }> {
  const { id, ...earlier } = await trx.selectFrom('enterprise_enquiries').where('user_id', '=', userId).where('idempotency_key', '=', key).select(['id', 'name', 'organization', 'seats', 'message']).executeTakeFirstOrThrow();
  if (!isDeepStrictEqual(earlier, { ...said })) throw new ApiError('conflict');
  return { id };
}
