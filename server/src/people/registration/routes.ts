import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import {
  getRegistration,
  searchRegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { enterpriseContactRoute } from './enterprise-contact.ts';
import { namesAndPlanRoutes } from './names.ts';
import { registrationOf } from './policy.ts';
import { describeRegistration } from './repository.ts';
import { signUpRoute } from './sign-up.ts';
import { verificationByLinkRoute } from './verification-by-link.ts';
import { verificationRoutes } from './verification.ts';

/** Registers the steps of specification §2 and §4, in their order, but for the last one: lifecycle/registration. */
export async function registrationRoutes(app: FastifyInstance): Promise<void> {
  signUpRoute(app);
  verificationRoutes(app);
  verificationByLinkRoute(app);
  namesAndPlanRoutes(app);
  enterpriseContactRoute(app);

  route(app, getRegistration, ({ caller }) =>
    app.db.asSystem((trx) => describeRegistration(trx, registrationOf(caller))),
  );

  route(app, getRegistrationStatus, async ({ query, caller }) => {
    // Avoids the database: for an address of somebody else, the response and its timing are the same, whoever it is.
    if (query.email !== caller.email) throw new ApiError('not_found');
    return { is_completed: caller.registration.isCompleted, stage: caller.registration.stage };
  });

  route(app, searchRegistrationAttempt, async ({ query, caller }) => {
    const { registrationId } = caller;
    if (query.email !== caller.email || registrationId === null) throw new ApiError('not_found');
    return app.db.asSystem((trx) => describeRegistration(trx, registrationId));
  });
}
