import {
  beginToolSignIn,
  deleteConnectedAccount,
  finishToolSignIn,
  listConnectedAccounts,
} from '@parlance/shared/contract/api/tools/connected-accounts';
import type { FastifyInstance } from 'fastify';
import { webOrigin } from '../../../platform/http/addresses.ts';
import { route } from '../../../platform/http/route.ts';
import { type Limit, countAct, minuteSeconds } from '../../../platform/limits/limits.ts';
import { findAccounts } from './accounts.ts';
import { beginSignInTo, finishSignInTo, signOutOf } from './sign-ins.ts';

/** Each sign-in asks strangers' servers a few times. */
const signInsOfMember: Limit = { name: 'tool-sign-ins', most: 30, windowSeconds: minuteSeconds };
const signInsOfOrganization: Limit = { name: 'tool-sign-ins-organization', most: 120, windowSeconds: minuteSeconds };

/** Registers the routes by which people sign in to the servers of tools, and see and end their accounts there. */
export async function signInRoutes(app: FastifyInstance): Promise<void> {
  const { db, toolReach: reach, log } = app;

  route(app, beginToolSignIn, async ({ params, caller, request }) => {
    await db.asSystem(async (trx) => {
      await countAct(trx, signInsOfMember, caller.memberId);
      await countAct(trx, signInsOfOrganization, caller.organizationId);
    });
    const begun = await beginSignInTo({ db, reach }, caller, params.tool_id, webOrigin(app.config, request));
    return { address: begun.address, expires_at: begun.expiresAt.toISOString() };
  });

  route(app, finishToolSignIn, async ({ body, caller }) => ({
    tool: await finishSignInTo({ db, reach }, caller, body),
  }));

  route(app, listConnectedAccounts, async ({ caller }) => ({
    items: await db.asTenant(caller.organizationId, (trx) => findAccounts(trx, caller.memberId)),
  }));

  route(app, deleteConnectedAccount, async ({ params, caller }) => {
    await signOutOf({ db, reach, log }, caller, params.account_id);
    return {};
  });
}
