import { verifyRegistrationByLink } from '@parlance/shared/contract/api/registration/registration-steps';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { routePublic } from '../../platform/http/route.ts';
import { setSessionCookies } from '../../platform/http/session-cookies.ts';
import { type Limit, countAct } from '../../platform/limits/limits.ts';
import { findLink, spendCode } from '../codes/codes.ts';
import { replaceSession } from '../session/enter.ts';
import { verifyPassword } from '../session/passwords.ts';
import { openAccount } from './open-account.ts';
import { type RegistrationRow, describeRegistration, findRegistration } from './repository.ts';

/** Passwords tried with one link. */
const passwords: Limit = { name: 'registration-link', most: 10, windowSeconds: 15 * 60 };

/**
 * The link of the mail proves the mailbox and nothing else. A registration that a stranger began with the address would
 * be the stranger's account, so it counts in the browser that began it, or with the password that was chosen there.
 */
export function verificationByLinkRoute(app: FastifyInstance): void {
  routePublic(app, verifyRegistrationByLink, async ({ body, request, reply }) => {
    const caller = await app.identify(request, reply);
    const registration = await app.db.asSystem((trx) => findRegistrationOfLink(trx, body.token));
    if (registration === null) throw new ApiError('link_invalid');
    const isOwn = caller?.registrationId === registration.id;
    if (!isOwn) await requirePassword(app, request, registration, body.password);
    const { answer, token } = await app.db.asSystem(async (trx) => {
      await useLink(trx, body.token, registration.id);
      // A new id in its own browser too, as with the code.
      const session = await replaceSession(trx, request, {
        kind: 'registration',
        registrationId: registration.id,
        userId: registration.user_id,
      });
      return { answer: await describeRegistration(trx, registration.id), token: session.token };
    });
    setSessionCookies(app.config, request, reply, token);
    return answer;
  });
}

async function findRegistrationOfLink(trx: Trx, token: string): Promise<RegistrationRow | null> {
  const link = await findLink(trx, 'registration', token);
  return link === null ? null : findRegistration(trx, link.attemptId);
}

async function requirePassword(
  app: FastifyInstance,
  request: FastifyRequest,
  { id, password_hash }: RegistrationRow,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw new ApiError('password_wrong');
  await app.db.asSystem((trx) => countAct(trx, passwords, id));
  if (!(await verifyPassword(password_hash, password, request.ip))) throw new ApiError('password_wrong');
}

/** Once, however many requests bring it: the row is locked, and whoever comes after finds it spent. */
async function useLink(trx: Trx, token: string, registrationId: string): Promise<void> {
  const link = await findLink(trx, 'registration', token);
  if (link === null) throw new ApiError('link_invalid');
  await spendCode(trx, link.id);
  await openAccount(trx, registrationId);
}
