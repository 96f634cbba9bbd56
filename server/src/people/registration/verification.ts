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
 * Of the mails that a mailbox gets in a day, those that one network address may ask for: a stranger cannot use them all
 * up.
 */
const mailsFrom: Limit = { name: 'code-mail-from', most: 10, windowSeconds: daySeconds };

/** Step 2: whoever reads the mail of the address makes it an account. */
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
      // From here on it is somebody's account: who knew the session before, or planted it, has no part in it.
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
 * The guesses are those of the account that this registration may make: others that were begun with the address have
 * their own.
 */
const verificationAttempt = (caller: Caller, request: FastifyRequest): Attempt => ({
  purpose: 'registration',
  attemptId: registrationOf(caller),
  secret: secretOf(request),
  account: caller.userId,
  mailbox: caller.email,
});

/**
 * Exactly one mail and the same work, whichever it is: an address that has an account hears of it, and gets no code.
 */
async function mailCode(trx: Trx, caller: Caller, request: FastifyRequest): Promise<void> {
  await countAct(trx, mailsFrom, `${caller.email}\0${networkOf(request.ip)}`);
  const holder = await findCorrespondent(trx, caller.email);
  const { code, linkToken } = await makeCode(trx, verificationAttempt(caller, request), { isDecoy: holder !== null });
  if (holder === null) {
    // Behind the #, so that no server, no log and no Referer sees it.
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
