import { getProfile } from '@parlance/shared/contract/api/profile';
import type { FastifyInstance } from 'fastify';
import { route } from '../../plugins/route.ts';
import { findProfile } from './repository.ts';

export async function userRoutes(app: FastifyInstance): Promise<void> {
  route(app, getProfile, ({ caller }) => app.db.asTenant(caller.organizationId, (trx) => findProfile(trx, caller.memberId)));
}
