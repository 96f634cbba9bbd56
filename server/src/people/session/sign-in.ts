import {
  resendSignInCode,
  signIn,
  type SignInResult,
  verifySignIn,
} from '@parlance/shared/contract/api/session/session';
import { type SentCode, codeMinutes } from '@parlance/shared/contract/values/code';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { routeHalf, routePublic } from '../../platform/http/route.ts';
import { deviceTokenOf, secretOf, setSessionCookies } from '../../platform/http/session-cookies.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { type Attempt, makeCode, withCode } from '../codes/codes.ts';
import { type Account, findAccount, findAccountById } from './accounts.ts';
import { type Entry, enterSession, giveCookies, replaceSession, requireActive } from './enter.ts';
import { verifyPassword } from './passwords.ts';
import { type CountedPassword, countPassword, giveBackPassword } from './sign-in-limit.ts';

/** How long a sign-in may wait for its code: for two mails that take their time. */
const halfSessionSeconds = 30 * 60;

export function signInRoutes(app: FastifyInstance): void {
  routePublic(app, signIn, async ({ body, request, reply }) => {
    const proof = await checkPassword(app, request, body);
    return proof.account.mfaPreference === 'EMAIL_OTP'
      ? askForCode(app, request, reply, proof)
      : letIn(app, request, reply, proof);
  });

  routeHalf(app, verifySignIn, async ({ body, half, request, reply }) => {
    const attempt = signInAttempt(half.sessionId, half.userId, secretOf(request));
    const entry = await withCode(app.db, attempt, body.code, async (trx) =>
      enterSession(trx, request, await findAccountById(trx, half.userId)),
    ).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.apiCode === 'code_wrong')
        await app.db.asSystem((trx) => recordOfPerson(trx, half, { action: 'session.code_failed', by: 'stranger' }));
      throw error;
    });
    return giveEntry(app, request, reply, entry);
  });

  routeHalf(app, resendSignInCode, ({ half, request }) =>
    app.db.asSystem((trx) => mailCode(trx, half, signInAttempt(half.sessionId, half.userId, secretOf(request)))),
  );
}

/** An account whose password was given, and what was counted for it. */
type Proof = { readonly account: Account; readonly counted: CountedPassword };

/** The account whose password it is. Fails alike, at the same cost, where the e-mail is unknown. */
async function checkPassword(
  app: FastifyInstance,
  request: FastifyRequest,
  body: { email: string; password: string },
): Promise<Proof> {
  const { counted, account } = await app.db.asSystem(async (trx) => ({
    counted: await countPassword(trx, { email: body.email, deviceToken: deviceTokenOf(request), address: request.ip }),
    account: await findAccount(trx, body.email),
  }));
  const matches = await verifyPassword(account?.passwordHash ?? null, body.password, request.ip).catch(
    async (error: unknown) => {
      // Nobody looked at it: the queue for hashing is full.
      await app.db.asSystem((trx) => giveBackPassword(trx, counted));
      throw error;
    },
  );
  if (!matches || account === null) {
    const person = { userId: account?.userId ?? null, email: body.email };
    await app.db.asSystem((trx) => recordOfPerson(trx, person, { action: 'session.failed', by: 'stranger' }));
    throw new ApiError('credentials_wrong');
  }
  return { account, counted };
}

/** The right password costs nothing, whatever comes of it: who knows it learns nothing by trying. */
async function withProof<T>(
  app: FastifyInstance,
  { account, counted }: Proof,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const uncounted = app.db.asSystem(async (trx) => {
    requireActive(account);
    await giveBackPassword(trx, counted);
    return work(trx);
  });
  return uncounted.catch(async (error: unknown) => {
    await app.db.asSystem((trx) => giveBackPassword(trx, counted));
    throw error;
  });
}

async function letIn(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  proof: Proof,
): Promise<SignInResult> {
  return giveEntry(
    app,
    request,
    reply,
    await withProof(app, proof, (trx) => enterSession(trx, request, proof.account)),
  );
}

function giveEntry(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, entry: Entry): SignInResult {
  giveCookies(app, request, reply, entry);
  return { member_id: entry.memberId, second_factor: null };
}

/** A code by e-mail is the second half of this sign-in; the password alone opens nothing but the way to enter it. */
async function askForCode(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  proof: Proof,
): Promise<SignInResult> {
  const { account } = proof;
  const { token, code } = await withProof(app, proof, async (trx) => {
    const half = await replaceSession(
      trx,
      request,
      { kind: 'second-factor', userId: account.userId },
      halfSessionSeconds,
    );
    return {
      token: half.token,
      code: await mailCode(trx, account, signInAttempt(half.sessionId, account.userId, half.token)),
    };
  });
  setSessionCookies(app.config, request, reply, token);
  return { member_id: null, second_factor: { method: 'EMAIL_OTP', code } };
}

const signInAttempt = (sessionId: string, userId: string, secret: string): Attempt => ({
  purpose: 'sign_in',
  attemptId: sessionId,
  secret,
  account: userId,
  mailbox: userId,
});

async function mailCode(trx: Trx, to: Pick<Account, 'email' | 'language'>, attempt: Attempt): Promise<SentCode> {
  const { code, sent } = await makeCode(trx, attempt);
  // Behind the #, so that no server and no log sees it. It works in the browser of this sign-in only, as the code does.
  const values = { code, link: `/auth/login#code=${code}`, minutes: codeMinutes };
  await queueMail(trx, { to: to.email, language: to.language, template: 'sign_in_code', values });
  return sent;
}
