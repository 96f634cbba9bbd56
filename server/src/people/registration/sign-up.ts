import { signUp } from '@parlance/shared/contract/api/registration/registration-steps';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routePublic } from '../../platform/http/route.ts';
import { setSessionCookies } from '../../platform/http/session-cookies.ts';
import { type Limit, countAct, hourSeconds } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { readInvitation } from '../invitations/join.ts';
import { replaceSession } from '../session/enter.ts';
import { refuseGuessable } from '../session/password-rules.ts';
import { hashPassword } from '../session/passwords.ts';
import { requireCurrent } from '../terms/repository.ts';
import {
  changeRegistration,
  describeRegistration,
  dropUnverifiedRegistration,
  insertRegistration,
} from './repository.ts';

/** Registrations from one network address: a whole school may register in an hour, a machine may not fill the table. */
const signUps: Limit = { name: 'sign-up', most: 100, windowSeconds: hourSeconds };

/**
 * Step 1. Whether the address has an account is asked nowhere in here, so neither the answer nor its time can tell; the
 * mail of step 2 is the only one who says so.
 */
export function signUpRoute(app: FastifyInstance): void {
  routePublic(app, signUp, async ({ body, request, reply }) => {
    requireCurrent(body.accepted);
    refuseGuessable(body.password, body.email);
    const before = await registrationOfBrowser(app, request, reply);
    await app.db.asSystem((trx) => countAct(trx, signUps, networkOf(request.ip)));
    const passwordHash = await hashPassword(body.password, request.ip);
    const { registration, token } = await app.db.asSystem(async (trx) => {
      const invitation = body.invitation === undefined ? null : await readInvitation(trx, body.invitation, body.email);
      const entered = {
        ...body,
        passwordHash,
        accountKind: body.account_kind,
        address: request.ip,
        invitationId: invitation?.id ?? null,
      };
      if (before?.email === body.email) {
        await changeRegistration(trx, before.id, entered);
        return { registration: await describeRegistration(trx, before.id), token: null };
      }
      const { id } = await insertRegistration(trx, entered);
      const session = await replaceSession(trx, request, { kind: 'registration', registrationId: id, userId: null });
      if (before !== null) await dropUnverifiedRegistration(trx, before.id);
      return { registration: await describeRegistration(trx, id), token: session.token };
    });
    if (token !== null) setSessionCookies(app.config, request, reply, token);
    return registration;
  });
}

/** The registration that this browser has under way: step 1 may be taken again. */
async function registrationOfBrowser(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ id: string; email: string } | null> {
  const caller = await app.identify(request, reply);
  return caller === null || caller.registrationId === null ? null : { id: caller.registrationId, email: caller.email };
}
