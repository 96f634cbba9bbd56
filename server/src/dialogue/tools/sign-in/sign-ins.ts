import { createHash, randomUUID } from 'node:crypto';
import { type finishToolSignIn, signInServerName } from '@parlance/shared/contract/api/tools/connected-accounts';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import type { FastifyBaseLogger } from 'fastify';
import { record } from '../../../platform/audit/record.ts';
import type { Database } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Caller } from '../../../platform/principal/caller.ts';
import { clientIdOf, openClientSecret } from '../client-secret.ts';
import { withSignal } from '../mcp/with-signal.ts';
import type { ToolReach } from '../reach.ts';
import { type ToolRow, findTool } from '../repository.ts';
import {
  deleteAccount,
  findAccountOf,
  findClient,
  insertAccount,
  insertSignIn,
  keepClient,
  openGrant,
  sealJson,
  signInServerOf,
  takeSignIn,
} from './accounts.ts';
import { isSentBackTo, ownAddressesAt } from './own-addresses.ts';
import { signInFetch } from './sign-in-fetch.ts';

type Dependencies = { readonly db: Database; readonly reach: ToolReach };

/**
 * Begins a sign-in of the caller to the server of a tool. Returns where their browser has to go, and until when. It
 * comes back to a page of `origin`.
 */
export async function beginSignInTo(
  { db, reach }: Dependencies,
  { organizationId, memberId }: Caller,
  toolId: string,
  origin: string,
): Promise<{ readonly address: string; readonly expiresAt: Date }> {
  const secrets = reach.secrets();
  const addressesFor = (server: string) => ownAddressesAt(origin, signInServerName(server));
  const { row, serverUrl, registered, account } = await db.asTenant(organizationId, async (trx) => {
    const found = await findTool(trx, organizationId, toolId);
    const server = found === undefined ? null : signInServerOf(found);
    if (found === undefined || server === null) throw new ApiError('not_found');
    return {
      row: found,
      serverUrl: server,
      registered: await findClient(trx, secrets, toolId, addressesFor(server).redirectUri),
      account: await findAccountOf(trx, memberId, toolId),
    };
  });
  const { redirectUri, clientMetadataUrl } = addressesFor(serverUrl);
  const wantedScope =
    account === undefined || account.wanted_scope === ''
      ? ''
      : `${openGrant(secrets, account).scope} ${account.wanted_scope}`.trim();
  const { beginSignIn } = await import('./begin.ts');
  const begun = await beginSignIn({
    serverUrl,
    given: givenClient(reach, row),
    registered,
    redirectUri,
    clientMetadataUrl,
    wantedScope,
    fetch: signInFetch(reach.outgoing, organizationId),
  });
  const expiresAt = await db.asTenant(organizationId, async (trx) => {
    const now = await findTool(trx, organizationId, toolId);
    if (now === undefined || signInServerOf(now) !== serverUrl) throw new ApiError('not_found');
    if (begun.isRegisteredAnew) await keepClient(trx, secrets, { organizationId, toolId, redirectUri }, begun.client);
    const start = { id: randomUUID(), organizationId, memberId, toolId, stateHash: hashOf(begun.state) };
    return insertSignIn(trx, secrets, start, { serverUrl, pending: begun.pending });
  });
  return { address: begun.address, expiresAt };
}

/** Returns the client that somebody has registered by hand; null if it registers itself. */
function givenClient(reach: ToolReach, row: ToolRow) {
  const clientId = clientIdOf(row);
  return clientId === '' ? null : { clientId, clientSecret: openClientSecret(reach, row) || null };
}

/** Finishes a sign-in of the caller: from now on their calls are made with this account. Returns the tool. */
export async function finishSignInTo(
  { db, reach }: Dependencies,
  { organizationId, memberId }: Caller,
  { state, server, ...answer }: CheckedInput<typeof finishToolSignIn>['body'],
): Promise<{ readonly id: string; readonly name: string }> {
  const secrets = reach.secrets();
  const taken = await db.asTenant(organizationId, (trx) => takeSignIn(trx, secrets, memberId, hashOf(state)));
  // Another server's address: whoever sent the browser there mixes up two authorization servers.
  if (taken === null || !isSentBackTo(taken.pending.redirectUri, server)) throw new ApiError('tool_sign_in_over');
  const { finishSignIn } = await import('./finish.ts');
  const grant = await finishSignIn(taken.pending, answer, signInFetch(reach.outgoing, organizationId));
  return db.asTenant(organizationId, async (trx) => {
    const row = await findTool(trx, organizationId, taken.toolId);
    if (row === undefined || signInServerOf(row) !== taken.serverUrl) throw new ApiError('tool_sign_in_over');
    const id = randomUUID();
    await insertAccount(
      trx,
      { id, organizationId, memberId, toolId: row.id, serverUrl: taken.serverUrl },
      { sealed: sealJson(secrets, grant, id), expiresAt: grant.expiresAt },
    );
    await record(trx, {
      action: 'tool.signed_in',
      target: { id: row.id, name: row.name },
      after: { leads_to: new URL(taken.serverUrl).origin },
    });
    return { id: row.id, name: row.name };
  });
}

/** The time for telling the authorization server that a token is no longer needed. */
const revokeWithinMs = 5_000;

/** Signs the caller out: the account is gone at once, and its tokens are revoked if their server can be reached. */
export async function signOutOf(
  { db, reach, log }: Dependencies & { readonly log: FastifyBaseLogger },
  { organizationId, memberId }: Caller,
  accountId: string,
): Promise<void> {
  const deleted = await db.asTenant(organizationId, async (trx) => {
    const account = await deleteAccount(trx, memberId, accountId);
    if (account === undefined) throw new ApiError('not_found');
    const row = await findTool(trx, organizationId, account.tool_id);
    await record(trx, { action: 'tool.signed_out', target: { id: account.tool_id, name: row?.name ?? '' } });
    return account;
  });
  try {
    const { revokeGrant } = await import('./renew.ts');
    const grant = openGrant(reach.secrets(), deleted);
    await withSignal(
      AbortSignal.timeout(revokeWithinMs),
      revokeGrant(grant, signInFetch(reach.outgoing, organizationId)),
    );
  } catch (error) {
    log.info({ err: error, tool: deleted.tool_id }, 'the tokens of an account were deleted, but not revoked');
  }
}

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();
