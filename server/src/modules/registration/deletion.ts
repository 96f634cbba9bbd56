import { deleteRegistration } from '@parlance/shared/contract/api/registration-steps';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../plugins/api-error.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { route } from '../../plugins/route.ts';
import { clearSessionCookies } from '../../plugins/session.ts';
import { deleteUser } from '../users/deletion.ts';
import { requireOwnPassword } from '../users/own-password.ts';
import { attemptOf } from './policy.ts';
import { lockAttempt } from './repository.ts';

/** The way out for who has no account in an organisation yet. Its sessions, in every browser, go with the row. */
export function registrationDeletionRoute(app: FastifyInstance): void {
  route(app, deleteRegistration, async ({ body, caller, request, reply }) => {
    await requireOwnPassword(app, caller, body.password, request.ip);
    await app.db.asSystem((trx) => deleteAttempt(trx, caller));
    clearSessionCookies(app.config, request, reply);
    return {};
  });
}

async function deleteAttempt(trx: Trx, caller: Caller): Promise<void> {
  const attempt = await lockAttempt(trx, attemptOf(caller));
  if (attempt === null) throw new ApiError('registration_complete');
  await trx.deleteFrom('codes').where('attempt_id', '=', attempt.id).execute();
  await trx.deleteFrom('registration_attempts').where('id', '=', attempt.id).execute();
  // Before it is verified the address may be somebody else's: nothing of theirs goes, and they hear nothing.
  if (attempt.verified_at === null) return;
  const membership = await trx.selectFrom('memberships').where('user_id', '=', caller.userId).select('id').limit(1).executeTakeFirst();
  if (membership === undefined) await deleteUser(trx, caller);
}
