import type { Profile } from '@parlance/shared/contract/api/users/profile';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../platform/principal/caller.ts';
import { findProfile } from '../members/profile.ts';
import { findProfileOfRegistration } from './repository.ts';

/** The caller's profile as it is now. */
export function profileOf(
  app: FastifyInstance,
  { organizationId, memberId, registrationId }: Caller,
): Promise<Profile> {
  return registrationId === null
    ? app.db.asTenant(organizationId, (trx) => findProfile(trx, memberId))
    : app.db.asSystem((trx) => findProfileOfRegistration(trx, registrationId));
}
