import type { Profile } from '@parlance/shared/contract/api/profile';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../plugins/caller.ts';
import { findProfile, findProfileOfAttempt } from './repository.ts';

/** The caller's profile as it is now. */
export function profileOf(app: FastifyInstance, { organizationId, memberId, attemptId }: Caller): Promise<Profile> {
  return attemptId === null
    ? app.db.asTenant(organizationId, (trx) => findProfile(trx, memberId))
    : app.db.asSystem((trx) => findProfileOfAttempt(trx, attemptId));
}
