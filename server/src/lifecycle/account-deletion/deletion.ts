import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireOwnPassword } from '../../people/users/own-password.ts';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { clearSessionCookies } from '../../platform/http/session-cookies.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { releaseOfPerson } from '../../studio/automation-control/owner-gone.ts';
import { type BrokenOff, breakOff, leaveEverywhere } from '../offboarding/deactivation.ts';
import { requireNotHeld } from '../retention/holds.ts';

/**
 * What goes with a person, and what stays. With the person go what only they could read or what is about nobody else:
 * dialogues with their messages and runs, usage, analytics, sessions, known browsers, accepted terms, codes, enquiries.
 * The organisation keeps what is its own: bots, files, teams, the schedules and automations, which wait for somebody to
 * take them over, and the invitations that the person sent, without a sender.
 */
export async function accountDeletionRoutes(app: FastifyInstance): Promise<void> {
  route(app, deleteAccount, async ({ body, caller, request, reply }) => {
    await requireOwnPassword(app, caller, body.password, request.ip);
    const broken = await app.db.asSystem((trx) => deletePerson(trx, caller, body.delete_organization));
    for (const answers of broken) breakOff(app, answers);
    clearSessionCookies(app.config, request, reply);
    return {};
  });
}

/**
 * From here on nobody finds the person, nor the organisations that end with them. What there is of both is removed by a
 * job: neither has a bound.
 */
async function deletePerson(trx: Trx, caller: Caller, deleteOrganizations: boolean): Promise<readonly BrokenOff[]> {
  const { userId, email } = caller;
  const leaving = await findOwned(trx, userId);
  if (leaving.some(({ owners, members }) => owners === 1 && members > 1)) throw new ApiError('last_owner');
  const ending = leaving.filter(({ members }) => members === 1).map(({ id }) => id);
  if (ending.length > 0 && !deleteOrganizations) throw new ApiError('organization_would_end');
  await requireNotHeld(trx, userId, ending);
  await recordOfPerson(trx, { userId, email }, { action: 'member.left', by: 'themselves' });
  await releaseOfPerson(trx, userId, ending);
  await endOrganizations(trx, userId, ending);
  const broken = await leaveEverywhere(trx, userId);
  await forget(trx, caller);
  // The address is free from now on, and leads to nobody.
  await trx
    .updateTable('users')
    .set({ going_at: new Date(), email: `${userId}@going.invalid`, username: null, password_hash: '' })
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('email_reversals').where('user_id', '=', userId).execute();
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await requestJob(trx, 'remove_account', { user: userId }, null);
  return broken;
}

/** Nothing works there any more, and nothing is charged: no schedule is due, no webhook or form is taken. */
async function endOrganizations(trx: Trx, userId: string, ending: readonly string[]): Promise<void> {
  if (ending.length === 0) return;
  await trx
    .updateTable('organizations')
    .set({ going_with: userId, workspace_status: 'DISABLED' })
    .where('id', 'in', ending)
    .execute();
  await trx
    .insertInto('automation_holds')
    .values(ending.map((organization_id) => ({ organization_id })))
    .onConflict((held) => held.doNothing())
    .execute();
  await trx.deleteFrom('automatic_payments').where('organization_id', 'in', ending).execute();
}

/** An account that is in no organisation, with what hangs on it and on its address. */
export async function deleteUser(trx: Trx, caller: Caller): Promise<void> {
  await forget(trx, caller);
  await trx.deleteFrom('users').where('id', '=', caller.userId).execute();
}

/** What was sent to an address leads nowhere any more. Its person is told by mail. */
async function forget(trx: Trx, { userId, email, language }: Caller): Promise<void> {
  await trx.deleteFrom('codes').where('attempt_id', '=', userId).execute();
  await trx.deleteFrom('password_resets').where('email', '=', email).execute();
  await queueMail(trx, {
    to: email,
    language,
    template: 'account_deleted',
    values: { when: new Date().toISOString() },
  });
}

type OwnedOrganization = { readonly id: string; readonly owners: number; readonly members: number };

/**
 * The organisations that a person owns, with how many own and use them. They are locked in one order: of two last
 * owners who go at once, the second finds itself alone.
 */
async function findOwned(trx: Trx, userId: string): Promise<OwnedOrganization[]> {
  const own = trx
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where('is_owner', '=', true)
    .select('organization_id');
  const locked = await trx
    .selectFrom('organizations')
    .where('id', 'in', own)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute();
  if (locked.length === 0) return [];
  return trx
    .selectFrom('memberships')
    .where(
      'organization_id',
      'in',
      locked.map(({ id }) => id),
    )
    .groupBy('organization_id')
    .select([
      'organization_id as id',
      sql<number>`count(*) filter (where is_owner)::int`.as('owners'),
      sql<number>`count(*) filter (where deactivated_at is null)::int`.as('members'),
    ])
    .execute();
}
