import type { AuditAction } from '@parlance/shared/contract/api/audit/audit-actions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import {
  deviceTokenOf,
  sessionMaxAgeSeconds,
  sessionTokenOf,
  setDeviceCookie,
  setSessionCookies,
} from '../../platform/http/session-cookies.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import type { Account } from './accounts.ts';
import { describeDevice } from './device-name.ts';
import { rememberDevice } from './known-devices.ts';
import { type ClientDescription, type SessionOwner, endSession, openSession, touchMembership } from './repository.ts';
import { resumeRegistration } from './resume-registration.ts';

/** Characters of what a browser says of itself that are kept. */
const userAgentMaxLength = 300;

export const clientOf = (request: FastifyRequest): ClientDescription => ({
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
  address: request.ip,
});

/** A new id every time; the session that the browser had before ends. Set the cookies once the transaction is done. */
export async function replaceSession(
  trx: Trx,
  request: FastifyRequest,
  owner: SessionOwner,
  maxAgeSeconds = sessionMaxAgeSeconds,
): Promise<{ token: string; sessionId: string }> {
  const before = sessionTokenOf(request);
  if (before !== null) await endSession(trx, hashToken(before));
  const token = newToken();
  const { id } = await openSession(trx, {
    tokenHash: hashToken(token),
    owner,
    maxAgeSeconds,
    client: clientOf(request),
  });
  return { token, sessionId: id };
}

export type Entry = {
  /** Of the membership entered, or the one that the registration under way will lead to. */
  readonly memberId: string;
  readonly token: string;
  readonly deviceToken: string;
};

/** Lets somebody in who has proved everything: opens the session and knows the browser from now on. */
export async function enterSession(trx: Trx, request: FastifyRequest, account: Account): Promise<Entry> {
  const { userId } = account;
  const { owner, memberId } = await ownerFor(trx, request, account);
  const { token } = await replaceSession(trx, request, owner);
  const { token: deviceToken, isStrange } = await rememberDevice(trx, deviceTokenOf(request), userId);
  if (isStrange) {
    const values = { when: new Date().toISOString(), device: describeDevice(clientOf(request).userAgent) };
    await queueMail(trx, { to: account.email, language: account.language, template: 'new_sign_in', values });
  }
  return { memberId, token, deviceToken };
}

/** Only for who has given the right password: nobody else learns what has become of an account. */
export function requireActive({ isDeactivated }: Account): void {
  if (isDeactivated) throw new ApiError('account_deactivated');
}

async function ownerFor(
  trx: Trx,
  request: FastifyRequest,
  account: Account,
): Promise<{ owner: SessionOwner; memberId: string }> {
  const { userId, memberId } = account;
  requireActive(account);
  if (memberId !== null) {
    await touchMembership(trx, memberId);
    await recordEntry(trx, 'session.started', { memberId, email: account.email });
    return { owner: { kind: 'member', memberId, userId }, memberId };
  }
  const registration = await resumeRegistration(trx, account, request.ip);
  return { owner: { kind: 'registration', registrationId: registration.id, userId }, memberId: registration.memberId };
}

/** In the organisation that is entered, as the member of it. */
export async function recordEntry(
  trx: Trx,
  action: AuditAction,
  { memberId, email }: { memberId: string; email: string },
): Promise<void> {
  const { organization_id: organizationId } = await trx
    .selectFrom('memberships')
    .where('id', '=', memberId)
    .select('organization_id')
    .executeTakeFirstOrThrow();
  await record(trx, {
    action,
    organizationId,
    actor: { kind: 'person', id: memberId, name: email },
    target: { kind: 'member', id: memberId, name: email },
  });
}

/** After the transaction, so that a browser never holds what was rolled back. */
export function giveCookies(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, deviceToken }: Pick<Entry, 'token' | 'deviceToken'>,
): void {
  setSessionCookies(app.config, request, reply, token);
  setDeviceCookie(app.config, request, reply, deviceToken);
}
