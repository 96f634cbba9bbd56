import type { PlanFeature, WorkspaceStatus } from '@parlance/shared/contract/access';
import { sql } from 'kysely';
import type { Caller } from '../../plugins/caller.ts';
import type { Trx } from '../../plugins/db/database.ts';

/** A session nobody used for so long is over. */
const idleDays = 30;
/** How old `last_seen_at` may get before it is written again: not on every request. */
const touchAfterMs = 10 * 60_000;

type Found = { caller: Caller; isStale: boolean };

/** Who a live session belongs to, as things stand now. */
export async function findCaller(trx: Trx, tokenHash: Buffer): Promise<Found | null> {
  const row = await trx
    .selectFrom('sessions')
    .innerJoin('memberships', 'memberships.id', 'sessions.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .leftJoin('registrations', 'registrations.user_id', 'users.id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('sessions.last_seen_at', '>', sql<Date>`now() - make_interval(days => ${idleDays})`)
    .select(['sessions.id as sessionId', 'sessions.last_seen_at', 'memberships.id as memberId', 'memberships.is_admin', 'memberships.is_owner'])
    .select(['users.id as userId', 'users.email', 'users.language', 'organizations.id as organizationId', 'organizations.plan_name'])
    .select(['organizations.workspace_status', 'plans.features', 'registrations.is_completed', 'registrations.stage'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { sessionId, userId, memberId, organizationId, email, language } = row;
  return {
    isStale: Date.now() - row.last_seen_at.getTime() > touchAfterMs,
    caller: {
      ...{ sessionId, userId, memberId, organizationId, email, language },
      isAdmin: row.is_admin,
      isOwner: row.is_owner,
      planName: row.plan_name,
      workspaceStatus: row.workspace_status satisfies WorkspaceStatus,
      features: new Set<PlanFeature>(row.features),
      // Without a row nothing is known of the registration, and what is not known is not complete.
      registration: { isCompleted: row.is_completed ?? false, stage: row.stage ?? 0 },
    },
  };
}

export async function touchSession(trx: Trx, sessionId: string): Promise<void> {
  await trx.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', sessionId).execute();
}

export async function openSession(trx: Trx, session: { tokenHash: Buffer; memberId: string; maxAgeSeconds: number }): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      member_id: session.memberId,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.maxAgeSeconds})`,
    })
    .execute();
}

/** Ends a session; where there is none, nothing happens. */
export async function endSession(trx: Trx, tokenHash: Buffer): Promise<void> {
  await trx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Rows that can open nothing any more. */
export async function deleteDeadSessions(trx: Trx): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<=', sql<Date>`now()`), where('last_seen_at', '<=', sql<Date>`now() - make_interval(days => ${idleDays})`)]))
    .execute();
}

export type Account = {
  userId: string;
  memberId: string;
  passwordHash: string;
  mfaPreference: 'NONE' | 'EMAIL_OTP';
};

/** The account behind an e-mail, with its oldest membership: the one a sign-in opens. */
export async function findAccount(trx: Trx, email: string): Promise<Account | null> {
  const row = await trx
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .where('users.email', '=', email)
    .orderBy('memberships.created_at')
    .orderBy('memberships.id')
    .select(['users.id', 'memberships.id as member_id', 'users.password_hash', 'users.mfa_preference'])
    .executeTakeFirst();
  if (row === undefined) return null;
  return { userId: row.id, memberId: row.member_id, passwordHash: row.password_hash, mfaPreference: row.mfa_preference };
}
