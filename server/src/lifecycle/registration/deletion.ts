import { deleteRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import type { FastifyInstance } from 'fastify';
import { registrationOf } from '../../people/registration/policy.ts';
import { lockRegistration } from '../../people/registration/repository.ts';
import { requireOwnPassword } from '../../people/users/own-password.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { clearSessionCookies } from '../../platform/http/session-cookies.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { deleteUser } from '../account-deletion/deletion.ts';

/** The way out for who has no account in an organisation yet. Its sessions, in every browser, go with the row. */
export function registrationDeletionRoute(app: FastifyInstance): void {
  route(app, deleteRegistration, async ({ body, caller, request, reply }) => {
    await requireOwnPassword(app, caller, body.password, request.ip);
    const isAccountDeleted = await app.db.asSystem((trx) => deleteRegistrationOf(trx, caller));
    clearSessionCookies(app.config, request, reply);
    return { account_deleted: isAccountDeleted };
  });
}

/** Whether the account went, too. */
async function deleteRegistrationOf(trx: Trx, caller: Caller): Promise<boolean> {
  const registration = await lockRegistration(trx, registrationOf(caller));
  if (registration === null) throw new ApiError('registration_complete');
  await trx.deleteFrom('codes').where('attempt_id', '=', registration.id).execute();
  await trx.deleteFrom('registration_attempts').where('id', '=', registration.id).execute();
  // Before it is verified the address may be somebody else's: nothing of theirs goes, and they hear nothing.
  if (registration.verified_at === null) return false;
  const membership = await trx
    .selectFrom('memberships')
    .where('user_id', '=', caller.userId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (membership !== undefined) return false;
  await deleteUser(trx, caller);
  return true;
}
