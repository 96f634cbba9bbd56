import type { Invitation, InvitationStatus, InvitedRole } from '@parlance/shared/contract/api/invitations';
import type { Language } from '@parlance/shared/contract/values/language';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { isOfKey, requireSameRequest } from '../../platform/http/idempotency.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { findHolder } from '../privileges/holder.ts';
import { mayInviteTo } from './given.ts';

const status = sql<InvitationStatus>`case
  when invitations.accepted_at is not null then 'accepted'
  when invitations.revoked_at is not null then 'revoked'
  when invitations.expires_at <= now() then 'expired'
  else 'open' end`;
const inviter = sql<string | null>`coalesce(nullif(users.username, ''), users.email)`;
const validFor = (days: number): RawBuilder<Date> => sql`now() + make_interval(days => ${days})`;

const withInviter = (trx: Trx) =>
  trx
    .selectFrom('invitations')
    .leftJoin('memberships', 'memberships.id', 'invitations.invited_by')
    .leftJoin('users', 'users.id', 'memberships.user_id');

const shown = (trx: Trx, organizationId: string) =>
  withInviter(trx)
    .where('invitations.organization_id', '=', organizationId)
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.teams',
      'invitations.language',
      'invitations.created_at',
      'invitations.expires_at',
    ])
    .select([status.as('status'), inviter.as('inviter')]);
type InvitationRow = Omit<Invitation, 'created_at' | 'expires_at'> & { created_at: Date; expires_at: Date };

/** A team that is named twice is one. */
const once = (teams: readonly string[]): string[] => [...new Set(teams)];

const asInvitation = (row: InvitationRow): Invitation => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** Where a page begins: after the invitation of this moment and id. */
type Position = readonly [string, string];
type Query = {
  readonly organizationId: string;
  readonly status: InvitationStatus | undefined;
  readonly after: Position | null;
  readonly limit: number;
};

/** Newest first, one more than `limit` where there are more. */
export async function findInvitations(trx: Trx, wanted: Query): Promise<Invitation[]> {
  let query = shown(trx, wanted.organizationId);
  if (wanted.status !== undefined) query = query.where(sql<boolean>`${status} = ${wanted.status}`);
  if (wanted.after !== null)
    query = query.where(
      sql<boolean>`(invitations.created_at, invitations.id) < (${wanted.after[0]}::timestamptz, ${wanted.after[1]}::uuid)`,
    );
  const rows = await query
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(wanted.limit + 1)
    .execute();
  return rows.map(asInvitation);
}

/** One of the organisation's, locked until the transaction ends where it is to be changed. */
export async function findInvitation(trx: Trx, organizationId: string, id: string): Promise<Invitation | null> {
  await trx
    .selectFrom('invitations')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .select('id')
    .forUpdate()
    .execute();
  const row = await shown(trx, organizationId).where('invitations.id', '=', id).executeTakeFirst();
  return row === undefined ? null : asInvitation(row);
}

/**
 * What an earlier request of the member's with this key has made; null where there is none. Throws
 * idempotency_key_reused where it asked for something else.
 */
export async function findSame(
  trx: Trx,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  key: string,
  fingerprint: Buffer,
): Promise<Invitation | null> {
  const row = await shown(trx, organizationId)
    .where(isOfKey(memberId, key, 'invited_by'))
    .select('invitations.request_fingerprint')
    .executeTakeFirst();
  if (row === undefined) return null;
  const { request_fingerprint: earlier, ...made } = row;
  requireSameRequest(earlier, fingerprint);
  return asInvitation(made);
}

/** Those that are neither accepted nor taken back, for these addresses. */
export function findNotOver(trx: Trx, organizationId: string, emails: readonly string[]) {
  return trx
    .selectFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .select(['id', 'email', status.as('status')])
    .execute();
}

type NewInvitation = {
  readonly organizationId: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly teams: readonly string[];
  readonly language: Language;
  readonly days: number;
  readonly idempotencyKey: string;
  /** Null where an import makes it. */
  readonly fingerprint: Buffer | null;
  readonly invitedBy: string;
};

/** The tokens, in the order of what is wanted, go into the mails and are stored as hashes only. */
export async function insertInvitations(trx: Trx, all: readonly NewInvitation[]): Promise<string[]> {
  if (all.length === 0) return [];
  const tokens = all.map(() => newToken());
  await trx
    .insertInto('invitations')
    .values(
      all.map((wanted, at) => ({
        organization_id: wanted.organizationId,
        email: wanted.email,
        role: wanted.role,
        teams: once(wanted.teams),
        language: wanted.language,
        token_hash: hashToken(tokens[at] ?? newToken()),
        idempotency_key: wanted.idempotencyKey,
        request_fingerprint: wanted.fingerprint,
        invited_by: wanted.invitedBy,
        valid_days: wanted.days,
        expires_at: validFor(wanted.days),
      })),
    )
    .execute();
  return tokens;
}

/**
 * Opens it once more, as whoever sends it again: the link before opens nothing any more. Null within a minute of the
 * last mail.
 */
export async function renewInvitation(
  trx: Trx,
  id: string,
  memberId: string,
): Promise<{ token: string; days: number } | null> {
  const token = newToken();
  const renewed = await trx
    .updateTable('invitations')
    .set({
      token_hash: hashToken(token),
      invited_by: memberId,
      sent_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(days => valid_days)`,
    })
    .where('id', '=', id)
    .where('sent_at', '<=', sql<Date>`now() - interval '1 minute'`)
    .returning('valid_days')
    .executeTakeFirst();
  return renewed === undefined ? null : { token, days: renewed.valid_days };
}

export async function markRevoked(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('invitations')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Which of these addresses members of the organisation have, deactivated ones too: those are brought back, not invited.
 */
export async function findMembersAmong(trx: Trx, organizationId: string, emails: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.organization_id', '=', organizationId)
    .where(sql<boolean>`users.email = any(${emails}::text[])`)
    .select('users.email')
    .execute();
  return rows.map(({ email }) => email);
}

/** An invitation as whoever holds its link sees it. */
export type OpenedInvitation = {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly inviter: string | null;
  readonly email: string;
  readonly role: InvitedRole;
  readonly teams: readonly string[];
  readonly status: InvitationStatus;
  readonly acceptedBy: string | null;
  readonly expiresAt: Date;
};

const opened = (trx: Trx) =>
  withInviter(trx)
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select([
      'invitations.id',
      'invitations.organization_id as organizationId',
      'organizations.name as organization',
      'invitations.email',
      'invitations.role',
      'invitations.teams',
    ])
    .select([
      'invitations.accepted_by as acceptedBy',
      'invitations.invited_by as invitedBy',
      'invitations.expires_at as expiresAt',
    ])
    .select([status.as('status'), sql<string | null>`users.username`.as('inviter')]);

/** Across organisations: the holder of a link belongs to none of them, or to another. */
export async function findOpenedByToken(trx: Trx, token: string): Promise<OpenedInvitation | null> {
  return judged(trx, await opened(trx).where('invitations.token_hash', '=', hashToken(token)).executeTakeFirst());
}

export async function findOpenedById(trx: Trx, id: string): Promise<OpenedInvitation | null> {
  return judged(trx, await opened(trx).where('invitations.id', '=', id).executeTakeFirst());
}

/**
 * An invitation gives what its inviter may give now. One that gives more is as one that was taken back, until somebody
 * who may sends it again.
 */
async function judged(
  trx: Trx,
  row: (OpenedInvitation & { readonly invitedBy: string | null }) | undefined,
): Promise<OpenedInvitation | null> {
  if (row === undefined) return null;
  const { invitedBy, ...invitation } = row;
  if (invitation.status !== 'open') return invitation;
  const inviter = invitedBy === null ? null : await findHolder(trx, invitedBy);
  return (await mayInviteTo(trx, inviter, invitation.organizationId, invitation))
    ? invitation
    : { ...invitation, status: 'revoked' };
}
