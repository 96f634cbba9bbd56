import {
  sendRegistrationCode,
  verifyRegistration,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { codeMinutes } from '@parlance/shared/contract/values/code';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { secretOf, setSessionCookies } from '../../platform/http/session-cookies.ts';
import { type Limit, countAct, daySeconds } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { isVerified } from '../../platform/principal/is-verified.ts';
import { type Attempt, makeCode, withCode } from '../codes/codes.ts';
import { findCorrespondent } from '../session/accounts.ts';
import { replaceSession } from '../session/enter.ts';
import { openAccount } from './open-account.ts';
import { registrationOf } from './policy.ts';
import { describeRegistration } from './repository.ts';

/**
 * The share of a mailbox's daily mails that one network address may request, so that a stranger cannot use them all up.
 */
const mailsFrom: Limit = { name: 'code-mail-from', most: 10, windowSeconds: daySeconds };

/** Registers step 2: a person who reads the address's mail makes it an account. */
export function verificationRoutes(app: FastifyInstance): void {
  route(app, sendRegistrationCode, ({ caller, request }) =>
    app.db.asSystem(async (trx) => {
      if (!isVerified(caller)) await mailCode(trx, caller, request);
      return describeRegistration(trx, registrationOf(caller));
    }),
  );

  route(app, verifyRegistration, async ({ body, caller, request, reply }) => {
    const id = registrationOf(caller);
    if (isVerified(caller)) return app.db.asSystem((trx) => describeRegistration(trx, id));
    const { answer, token } = await withCode(app.db, verificationAttempt(caller, request), body.code, async (trx) => {
      await openAccount(trx, id);
      // From here on the account has an owner: a session known to, or planted by, somebody else is replaced.
      const session = await replaceSession(trx, request, {
        kind: 'registration',
        registrationId: id,
        userId: caller.userId,
      });
      return { answer: await describeRegistration(trx, id), token: session.token };
    });
    setSessionCookies(app.config, request, reply, token);
    return answer;
  });
}

/**
 * Returns the attempt of a registration. Its guesses count for the account that it would create: other registrations
 * with the address have their own.
 */
const verificationAttempt = (caller: Caller, request: FastifyRequest): Attempt => ({
  purpose: 'registration',
  attemptId: registrationOf(caller),
  secret: secretOf(request),
  account: caller.userId,
  mailbox: caller.email,
});

/**
 * Sends exactly one mail with the same work in either case: the owner of an existing account is told, and gets no code.
 */
async function mailCode(trx: Trx, caller: Caller, request: FastifyRequest): Promise<void> {
  await countAct(trx, mailsFrom, `${caller.email}\0${networkOf(request.ip)}`);
  const holder = await findCorrespondent(trx, caller.email);
  const { code, linkToken } = await makeCode(trx, verificationAttempt(caller, request), { isDecoy: holder !== null });
  if (holder === null) {
    // The token is in the fragment, so that no server, log or Referer sees it.
    const values = { code, link: `/terms/register/verify#token=${linkToken}`, minutes: codeMinutes };
    await queueMail(trx, { to: caller.email, language: caller.language, template: 'registration_code', values });
  } else {
    await queueMail(trx, {
      to: caller.email,
      language: holder.language,
      template: 'account_exists',
      values: { link: '/auth/login' },
    });
  }
}
