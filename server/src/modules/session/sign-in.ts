import { resendSignInCode, signIn, type SignInResult, verifySignIn } from '@parlance/shared/contract/api/session';
import { type SentCode, codeMinutes } from '@parlance/shared/contract/code';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../plugins/api-error.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { halfRoute, publicRoute } from '../../plugins/route.ts';
import { deviceTokenOf, secretOf, setSessionCookies } from '../../plugins/session.ts';
import { recordOfPerson } from '../audit/record.ts';
import { type Attempt, makeCode, withCode } from '../codes/codes.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { type Account, findAccount, findAccountById } from './accounts.ts';
import { type Entry, enter, giveCookies, replaceSession, requireActive } from './enter.ts';
import { verifyPassword } from './passwords.ts';
import { countPassword, giveBackPassword } from './sign-in-limit.ts';

/** How long a sign-in may wait for its code: for two mails that take their time. */
const halfSessionSeconds = 30 * 60;

export function signInRoutes(app: FastifyInstance): void {
  publicRoute(app, signIn, async ({ body, request, reply }) => {
    const account = await checkPassword(app, request, body);
    return account.mfaPreference === 'EMAIL_OTP' ? askForCode(app, request, reply, account) : letIn(app, request, reply, account);
  });

  halfRoute(app, verifySignIn, async ({ body, half, request, reply }) => {
    const attempt = attemptOf(half.sessionId, half.userId, secretOf(request));
    const entry = await withCode(app.db, attempt, body.code, async (trx) => enter(trx, request, await findAccountById(trx, half.userId))).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.apiCode === 'code_wrong') await app.db.asSystem((trx) => recordOfPerson(trx, half, { action: 'session.code_failed', by: 'stranger' }));
      throw error;
    });
    return giveEntry(app, request, reply, entry);
  });

  halfRoute(app, resendSignInCode, ({ half, request }) => app.db.asSystem((trx) => mailCode(trx, half, attemptOf(half.sessionId, half.userId, secretOf(request)))));
}

/** The account whose password it is. Fails alike, at the same cost, where the e-mail is unknown. */
async function checkPassword(app: FastifyInstance, request: FastifyRequest, body: { email: string; password: string }): Promise<Account> {
  const { counted, account } = await app.db.asSystem(async (trx) => ({
    counted: await countPassword(trx, { email: body.email, deviceToken: deviceTokenOf(request), address: request.ip }),
    account: await findAccount(trx, body.email),
  }));
  const uncount = () => app.db.asSystem((trx) => giveBackPassword(trx, counted));
  const matches = await verifyPassword(account?.passwordHash ?? null, body.password, request.ip).catch(async (error: unknown) => {
    // Nobody looked at it: the queue for hashing is full.
    await uncount();
    throw error;
  });
  if (!matches || account === null) {
    const person = { userId: account?.userId ?? null, email: body.email };
    await app.db.asSystem((trx) => recordOfPerson(trx, person, { action: 'session.failed', by: 'stranger' }));
    throw new ApiError('credentials_wrong');
  }
  // The right password costs nothing: who knows it learns nothing by trying.
  await uncount();
  requireActive(account);
  return account;
}

async function letIn(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, account: Account): Promise<SignInResult> {
  return giveEntry(app, request, reply, await app.db.asSystem((trx) => enter(trx, request, account)));
}

function giveEntry(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, entry: Entry): SignInResult {
  giveCookies(app, request, reply, entry);
  return { member_id: entry.memberId, second_factor: null };
}

/** A code by e-mail is the second half of this sign-in; the password alone opens nothing but the way to enter it. */
async function askForCode(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, account: Account): Promise<SignInResult> {
  const { token, code } = await app.db.asSystem(async (trx) => {
    const half = await replaceSession(trx, request, { kind: 'second-factor', userId: account.userId }, halfSessionSeconds);
    return { token: half.token, code: await mailCode(trx, account, attemptOf(half.sessionId, account.userId, half.token)) };
  });
  setSessionCookies(app.config, request, reply, token);
  return { member_id: null, second_factor: { method: 'EMAIL_OTP', code } };
}

const attemptOf = (sessionId: string, userId: string, secret: string): Attempt => ({ purpose: 'sign_in', attemptId: sessionId, secret, account: userId, mailbox: userId });

async function mailCode(trx: Trx, to: Pick<Account, 'email' | 'language'>, attempt: Attempt): Promise<SentCode> {
  const { code, sent } = await makeCode(trx, attempt);
  // Behind the #, so that no server and no log sees it. It works in the browser of this sign-in only, as the code does.
  const values = { code, link: `/auth/login#code=${code}`, minutes: codeMinutes };
  await queueMail(trx, { to: to.email, language: to.language, template: 'sign_in_code', values });
  return sent;
}
