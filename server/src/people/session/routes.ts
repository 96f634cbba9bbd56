import { getWhoami, signOut } from '@parlance/shared/contract/api/session/session';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { routePublic, route } from '../../platform/http/route.ts';
import { clearSessionCookies, sessionTokenOf } from '../../platform/http/session-cookies.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';
import { planTokenFor } from '../plans/plan-token.ts';
import { termsToAccept } from '../terms/repository.ts';
import { recordEntry } from './enter.ts';
import { membershipRoutes } from './memberships.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { passwordResetRoutes } from './password-reset.ts';
import { preparePasswords } from './passwords.ts';
import { endSession, findCallers } from './repository.ts';
import { signInRoutes } from './sign-in.ts';

export async function sessionRoutes(app: FastifyInstance): Promise<void> {
  await preparePasswords();
  signInRoutes(app);
  passwordResetRoutes(app);
  ownSessionRoutes(app);
  membershipRoutes(app);

  routePublic(
    app,
    signOut,
    async ({ request, reply }) => {
      const token = sessionTokenOf(request);
      if (token !== null) await app.db.asSystem((trx) => leave(trx, hashToken(token)));
      clearSessionCookies(app.config, request, reply);
      return {};
    },
    { changesState: true },
  );

  route(app, getWhoami, async ({ caller }) => ({
    member_id: caller.memberId,
    account_id: caller.userId,
    organization_id: caller.organizationId,
    is_admin: caller.isAdmin,
    is_owner: caller.isOwner,
    primary_active_plan_name: caller.planName,
    workspace_status: caller.workspaceStatus,
    plan_options: await planTokenFor(app.planKeys, caller),
    privileges: [...caller.statements],
    organization_name: caller.organizationName,
    terms_to_accept: await app.db.lookUp((db) => termsToAccept(db, caller)),
  }));
}

async function leave(trx: Trx, tokenHash: Buffer): Promise<void> {
  const [found = null] = await findCallers(trx, [tokenHash]);
  await endSession(trx, tokenHash);
  if (found !== null && found.caller.registrationId === null) await recordEntry(trx, 'session.ended', found.caller);
}
