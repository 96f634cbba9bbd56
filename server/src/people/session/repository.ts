import type { PlanFeature, WorkspaceStatus } from '@parlance/shared/contract/access/access';
import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import { type SqlBool, sql } from 'kysely';
import { unwaited } from '../../platform/db/commit.ts';
import type { Lookup, Trx } from '../../platform/db/database.ts';
import { often } from '../../platform/db/preparing-client.ts';
import type { Caller, HalfSession } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import { beginnersPlan } from '../plans/beginners-plan.ts';
import { heldBy, statementsOf } from '../privileges/held.ts';
import type { SessionKind } from './tables.ts';

/** A session nobody used for so long is over. */
const idleDays = 30;
/** How old `last_seen_at` may get before it is written again: not on every request. */
const touchAfterMinutes = 10;

export type FoundCaller = { caller: Caller; isStale: boolean };

/** By the clock that wrote it: one of a process that is ahead would have it written on every request. */
const isStale = sql<boolean>`sessions.last_seen_at < now() - make_interval(mins => ${touchAfterMinutes})`.as(
  'is_stale',
);

/** Sessions of one kind that are not over, by the hash of their cookie. */
const liveSessions = (trx: Lookup, kind: SessionKind) =>
  trx
    .selectFrom('sessions')
    .where('sessions.kind', '=', kind)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('sessions.last_seen_at', '>', sql<Date>`now() - make_interval(days => ${idleDays})`);

/**
 * Who live sessions belong to, as things stand now, in the order of their hashes. Half of a sign-in belongs to nobody
 * yet.
 */
export async function findCallers(trx: Lookup, tokenHashes: readonly Buffer[]): Promise<(FoundCaller | null)[]> {
  const found = await findMembers(trx, tokenHashes).execute().then(byHash(memberOf));
  const others = tokenHashes.filter((hash) => !found.has(keyOf(hash)));
  const registering =
    others.length === 0
      ? new Map<string, FoundCaller>()
      : await findRegistering(trx, others).execute().then(byHash(registeringOf));
  return tokenHashes.map((hash) => found.get(keyOf(hash)) ?? registering.get(keyOf(hash)) ?? null);
}

const keyOf = (hash: Buffer) => hash.toString('hex');
const byHash =
  <Row extends { token_hash: Buffer }>(foundOf: (row: Row) => FoundCaller) =>
  (rows: readonly Row[]) =>
    new Map(rows.map((row) => [keyOf(row.token_hash), foundOf(row)]));
const isOneOf = (tokenHashes: readonly Buffer[]) => sql<SqlBool>`sessions.token_hash = any(${tokenHashes}::bytea[])`;

/** What is known of a member, in a statement that joins them to their organisation, its plan and their registration. */
const memberColumns = [
  'memberships.id as memberId',
  'memberships.is_admin',
  'memberships.is_owner',
  'users.id as userId',
  'users.email',
  'users.language',
  'organizations.id as organizationId',
  'organizations.name as organizationName',
  'organizations.plan_name',
  'organizations.workspace_status',
  'organizations.governance_version',
  'plans.features',
  'registrations.is_completed',
  'registrations.stage',
] as const;

const findMembers = (trx: Lookup, tokenHashes: readonly Buffer[]) =>
  liveSessions(trx, 'member')
    .modifyFront(often)
    .innerJoin('memberships', 'memberships.id', 'sessions.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .leftJoin('registrations', 'registrations.user_id', 'users.id')
    .where(isOneOf(tokenHashes))
    .where('memberships.deactivated_at', 'is', null)
    .select(['sessions.token_hash', 'sessions.id as sessionId', isStale, heldBy.as('held')])
    .select(memberColumns);

type MemberRow = Awaited<ReturnType<ReturnType<typeof findMembers>['executeTakeFirstOrThrow']>>;

const memberOf = (row: MemberRow): FoundCaller => ({ isStale: row.is_stale, caller: callerOf(row) });

function callerOf(row: Omit<MemberRow, 'token_hash' | 'is_stale'>): Caller {
  const { sessionId, userId, memberId, organizationId, organizationName, email, language } = row;
  return {
    ...{ sessionId, userId, memberId, organizationId, organizationName, email, language },
    registrationId: null,
    isAdmin: row.is_admin,
    isOwner: row.is_owner,
    planName: row.plan_name,
    workspaceStatus: row.workspace_status satisfies WorkspaceStatus,
    features: new Set<PlanFeature>(row.features),
    statements: statementsOf(row.held),
    governanceVersion: row.features.includes('governance') ? row.governance_version : 0,
    // Without a row nothing is known of the registration, and what is not known is not complete.
    registration: { isCompleted: row.is_completed ?? false, stage: row.stage ?? registrationStages.start },
  };
}

/**
 * A member as a session of theirs would have them at this moment, for what is done as them while nobody is signed in.
 * Null for one who is none any more. Call it in a transaction across organisations: no tenant reads a registration.
 */
export async function findCallerOf(trx: Lookup, memberId: string): Promise<Caller | null> {
  const row = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .leftJoin('registrations', 'registrations.user_id', 'users.id')
    .where('memberships.id', '=', memberId)
    .where('memberships.deactivated_at', 'is', null)
    .select(heldBy.as('held'))
    .select(memberColumns)
    .executeTakeFirst();
  return row === undefined ? null : callerOf({ ...row, sessionId: '' });
}

/** Whoever registers is in no organisation: no plan grants anything, and no workspace is closed. */
const findRegistering = (trx: Lookup, tokenHashes: readonly Buffer[]) =>
  liveSessions(trx, 'registration')
    .innerJoin('registration_attempts', 'registration_attempts.id', 'sessions.attempt_id')
    .leftJoin('registrations', 'registrations.user_id', 'registration_attempts.user_id')
    .where(isOneOf(tokenHashes))
    .where('registration_attempts.expires_at', '>', sql<Date>`now()`)
    .select([
      'sessions.token_hash',
      'sessions.id as sessionId',
      isStale,
      'registration_attempts.id as registrationId',
      'registration_attempts.email',
      'registration_attempts.language',
    ])
    .select([
      'registration_attempts.user_id as userId',
      'registration_attempts.new_member_id as memberId',
      'registration_attempts.new_organization_id as organizationId',
      'registrations.stage',
    ]);

type RegisteringRow = Awaited<ReturnType<ReturnType<typeof findRegistering>['executeTakeFirstOrThrow']>>;

function registeringOf(row: RegisteringRow): FoundCaller {
  const { sessionId, registrationId, userId, memberId, organizationId, email, language } = row;
  return {
    isStale: row.is_stale,
    caller: {
      ...{ sessionId, registrationId, userId, memberId, organizationId, email, language },
      organizationName: '',
      isAdmin: false,
      isOwner: false,
      planName: beginnersPlan,
      workspaceStatus: 'ACTIVE',
      features: new Set(),
      statements: [],
      governanceVersion: 0,
      registration: { isCompleted: false, stage: row.stage ?? registrationStages.verification },
    },
  };
}

/** Whose sign-in waits for its code. */
export async function findHalfSession(trx: Trx, tokenHash: Buffer): Promise<HalfSession | null> {
  const row = await liveSessions(trx, 'second-factor')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .select(['sessions.id as sessionId', 'users.id as userId', 'users.email', 'users.language'])
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a session, and with it the organisation, as used just now. Where that is lost it is marked a little later. */
export async function touchSession(trx: Trx, sessionId: string): Promise<void> {
  const touched = await trx
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', sessionId)
    .returning(['member_id', unwaited.as('commit')])
    .executeTakeFirst();
  if (touched?.member_id) await touchMembership(trx, touched.member_id);
}

export async function touchMembership(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', memberId)
    .execute();
}

/** Where a session was opened, as the browser says, shortened; a list of one's own sessions shows it. */
export type ClientDescription = { readonly userAgent: string; readonly address: string };

export type SessionOwner =
  | { readonly kind: 'member'; readonly memberId: string; readonly userId: string }
  | { readonly kind: 'registration'; readonly registrationId: string; readonly userId: string | null }
  | { readonly kind: 'second-factor'; readonly userId: string };

export async function openSession(
  trx: Trx,
  session: { tokenHash: Buffer; owner: SessionOwner; maxAgeSeconds: number; client: ClientDescription },
): Promise<{ id: string }> {
  const { tokenHash, owner, maxAgeSeconds, client } = session;
  return trx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      kind: owner.kind,
      member_id: owner.kind === 'member' ? owner.memberId : null,
      attempt_id: owner.kind === 'registration' ? owner.registrationId : null,
      user_id: owner.userId,
      user_agent: client.userAgent,
      address: client.address,
      expires_at: sql<Date>`now() + make_interval(secs => ${maxAgeSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Ends a session; where there is none, nothing happens. */
export async function endSession(trx: Trx, tokenHash: Buffer): Promise<void> {
  await trx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends every session of a person, but for one where it is given. Returns how many there were. */
export async function endSessionsOf(trx: Trx, userId: string, exceptSessionId: string | null = null): Promise<number> {
  let query = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptSessionId !== null) query = query.where('id', '<>', exceptSessionId);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Sessions that are over. */
export const endedSessions: Due = { table: 'sessions', by: 'expires_at' };

/**
 * Sessions that nobody used for long enough. They would be over later: the last page of a look goes through all that
 * are left.
 */
export const idleSessions: Due = { table: 'sessions', by: 'last_seen_at', keptFor: days(idleDays) };
