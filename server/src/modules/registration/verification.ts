import { sendRegistrationCode, verifyRegistration } from '@parlance/shared/contract/api/registration-steps';
import { codeMinutes } from '@parlance/shared/contract/code';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../plugins/caller.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { route } from '../../plugins/route.ts';
import { secretOf } from '../../plugins/session.ts';
import { type Attempt, makeCode, withCode } from '../codes/codes.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { findCorrespondent } from '../session/accounts.ts';
import { attemptOf, isVerified } from './policy.ts';
import { describeAttempt } from './repository.ts';
import { verifyAttempt } from './verify-attempt.ts';

/** Step 2: whoever reads the mail of the address makes it an account. */
export function verificationRoutes(app: FastifyInstance): void {
  route(app, sendRegistrationCode, ({ caller, request }) =>
    app.db.asSystem(async (trx) => {
      if (!isVerified(caller)) await mailCode(trx, caller, codeAttempt(caller, request));
      return describeAttempt(trx, attemptOf(caller));
    }),
  );

  route(app, verifyRegistration, ({ body, caller, request }) => {
    const id = attemptOf(caller);
    if (isVerified(caller)) return app.db.asSystem((trx) => describeAttempt(trx, id));
    return withCode(app.db, codeAttempt(caller, request), body.code, async (trx) => {
      await verifyAttempt(trx, id);
      return describeAttempt(trx, id);
    });
  });
}

const codeAttempt = (caller: Caller, request: FastifyRequest): Attempt => ({ purpose: 'registration', attemptId: attemptOf(caller), secret: secretOf(request), account: caller.email });

/** Exactly one mail and the same work, whichever it is: an address that has an account hears of it, and gets no code. */
async function mailCode(trx: Trx, caller: Caller, attempt: Attempt): Promise<void> {
  const holder = await findCorrespondent(trx, caller.email);
  const { code, linkToken } = await makeCode(trx, attempt, { isDecoy: holder !== null });
  if (holder === null) {
    const values = { code, link: `/terms/register/verify?token=${linkToken}`, minutes: codeMinutes };
    await queueMail(trx, { to: caller.email, language: caller.language, template: 'registration_code', values });
  } else {
    await queueMail(trx, { to: caller.email, language: holder.language, template: 'account_exists', values: { link: '/auth/login' } });
  }
}
