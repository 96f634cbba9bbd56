import { getWhoami, signIn, signOut } from '@parlance/shared/contract/api/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../plugins/api-error.ts';
import { publicRoute, route } from '../../plugins/route.ts';
import { clearSessionCookies, hashSessionToken, newSessionToken, sessionMaxAgeSeconds, sessionTokenOf, setSessionCookies } from '../../plugins/session.ts';
import { findOrganizationName } from '../organizations/repository.ts';
import { signPlanToken } from '../plans/plan-token.ts';
import { preparePasswords, verifyPassword } from './passwords.ts';
import { type Account, endSession, findAccount, openSession } from './repository.ts';
import { giveAttemptBack, takeAttempt } from './sign-in-limit.ts';

export async function sessionRoutes(app: FastifyInstance): Promise<void> {
  await preparePasswords();

  publicRoute(app, signIn, async ({ body, request, reply }) => {
    const account = await checkPassword(app, request, body);
    // A code by e-mail is the second half of this sign-in; the password alone must never be the whole of it.
    if (account.mfaPreference === 'EMAIL_OTP') throw new ApiError('second_factor_unavailable');
    await replaceSession(app, request, reply, account.memberId);
    return { member_id: account.memberId, second_factor: null };
  });

  publicRoute(
    app,
    signOut,
    async ({ request, reply }) => {
      const token = sessionTokenOf(request);
      if (token !== null) await app.db.asSystem((trx) => endSession(trx, hashSessionToken(token)));
      clearSessionCookies(app.config, request, reply);
      return {};
    },
    { changesState: true },
  );

  route(app, getWhoami, async ({ caller }) => ({
    member_id: caller.memberId,
    organization_id: caller.organizationId,
    is_admin: caller.isAdmin,
    is_owner: caller.isOwner,
    primary_active_plan_name: caller.planName,
    workspace_status: caller.workspaceStatus,
    plan_options: await signPlanToken(app.planKeys, caller),
    organization_name: await app.db.asTenant(caller.organizationId, (trx) => findOrganizationName(trx, caller.organizationId)),
    terms_to_accept: [],
  }));
}

/** The account whose password it is. Fails alike, at the same cost, where the e-mail is unknown. */
async function checkPassword(app: FastifyInstance, request: FastifyRequest, body: { email: string; password: string }): Promise<Account> {
  const { attempt, account } = await app.db.asSystem(async (trx) => ({ attempt: await takeAttempt(trx, body.email), account: await findAccount(trx, body.email) }));
  const matches = await verifyPassword(account?.passwordHash ?? null, body.password, request.ip);
  if (!matches || account === null) throw new ApiError('credentials_wrong');
  await app.db.asSystem((trx) => giveAttemptBack(trx, attempt));
  return account;
}

/** A new id at every sign-in; the session the browser had before ends. */
async function replaceSession(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, memberId: string): Promise<void> {
  const token = newSessionToken();
  const before = sessionTokenOf(request);
  await app.db.asSystem(async (trx) => {
    if (before !== null) await endSession(trx, hashSessionToken(before));
    await openSession(trx, { tokenHash: hashSessionToken(token), memberId, maxAgeSeconds: sessionMaxAgeSeconds });
  });
  setSessionCookies(app.config, request, reply, token);
}
