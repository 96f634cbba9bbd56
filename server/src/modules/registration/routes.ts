import { getRegistrationStatus } from '@parlance/shared/contract/api/registration';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../plugins/api-error.ts';
import { route } from '../../plugins/route.ts';

export async function registrationRoutes(app: FastifyInstance): Promise<void> {
  route(app, getRegistrationStatus, async ({ query, caller }) => {
    // No look at the database: for somebody else the answer and its time are the same, whoever it is.
    if (query.email.toLowerCase() !== caller.email) throw new ApiError('not_found');
    return { is_completed: caller.registration.isCompleted, stage: caller.registration.stage };
  });
}
