import { acceptTerms, listTermsAcceptances } from '@parlance/shared/contract/api/terms';
import type { FastifyInstance } from 'fastify';
import { recordOfPerson } from '../../platform/audit/record.ts';
import { route } from '../../platform/http/route.ts';
import { isVerified } from '../../platform/principal/is-verified.ts';
import { findAcceptances, recordAcceptance, recordAcceptanceOfRegistration, requireCurrent } from './repository.ts';

export async function termsRoutes(app: FastifyInstance): Promise<void> {
  route(app, listTermsAcceptances, async ({ caller }) => ({
    items: await app.db.asSystem((trx) => findAcceptances(trx, caller)),
  }));

  route(app, acceptTerms, async ({ body, caller, request }) => {
    requireCurrent(body.accepted);
    const acceptance = { ...body, address: request.ip };
    const items = await app.db.asSystem(async (trx) => {
      if (isVerified(caller) || caller.registrationId === null) {
        await recordAcceptance(trx, caller.userId, acceptance);
        await recordOfPerson(trx, caller, { action: 'terms.accepted', by: 'themselves', after: { ...body.accepted } });
      } else await recordAcceptanceOfRegistration(trx, caller.registrationId, acceptance);
      return findAcceptances(trx, caller);
    });
    return { items };
  });
}
