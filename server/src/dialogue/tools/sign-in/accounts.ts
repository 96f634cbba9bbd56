import {
  type ConnectedAccount,
  toolSignInMinutes,
  toolSignInsAtMost,
} from '@parlance/shared/contract/api/tools/connected-accounts';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { Due } from '../../../platform/upkeep/due.ts';
import type { ToolRow } from '../repository.ts';
import type { Grant, OAuthClient, PendingSignIn } from './grant.ts';

/** Sign-ins that were never finished. */
export const unfinishedSignIns: Due = { table: 'tool_sign_ins', by: 'expires_at' };

export type AccountRow = {
  readonly id: string;
  readonly tool_id: string;
  readonly server_url: string;
  readonly sealed: string;
  readonly revision: number;
  readonly is_lapsed: boolean;
  readonly wanted_scope: string;
  readonly is_renewing: boolean;
};

/** Encrypts a value of JSON; it opens for the same owner alone. */
export const sealJson = (secrets: Secrets, value: unknown, belongsTo: string): string =>
  secrets.seal({ json: JSON.stringify(value) }, belongsTo);
const openJson = (secrets: Secrets, sealed: string, belongsTo: string): unknown =>
  JSON.parse(secrets.open(sealed, belongsTo)['json'] ?? 'null');

// Sealed by this module, and unchanged.
export const openGrant = (secrets: Secrets, { id, sealed }: Pick<AccountRow, 'id' | 'sealed'>): Grant =>
  openJson(secrets, sealed, id) as Grant;

/** Returns the address of the server that people sign in to; null for a tool that nobody signs in to. */
export function signInServerOf({ settings }: Pick<ToolRow, 'settings'>): string | null {
  if (settings.kind !== 'mcp' || settings.server.transport !== 'http') return null;
  return settings.server.sign_in?.as === 'person' ? settings.server.url : null;
}

const accounts = (trx: Trx) =>
  trx
    .selectFrom('connected_accounts')
    .select(['id', 'tool_id', 'server_url', 'sealed', 'revision', 'is_lapsed', 'wanted_scope'])
    .select(sql<boolean>`coalesce(renewing_until > now(), false)`.as('is_renewing'));

export const findAccount = (trx: Trx, id: string): Promise<AccountRow | undefined> =>
  accounts(trx).where('id', '=', id).executeTakeFirst();

export const lockAccount = (trx: Trx, id: string): Promise<AccountRow | undefined> =>
  accounts(trx).where('id', '=', id).forUpdate().executeTakeFirst();

export const findAccountOf = (trx: Trx, memberId: string, toolId: string): Promise<AccountRow | undefined> =>
  accounts(trx).where('member_id', '=', memberId).where('tool_id', '=', toolId).executeTakeFirst();

/** Returns the accounts that a person's calls can be made with, by tool: of the server that each tool has now. */
export async function findUsableAccounts(
  trx: Trx,
  memberId: string,
  tools: readonly ToolRow[],
): Promise<ReadonlyMap<string, string>> {
  const servers = new Map(
    tools.flatMap((row) => {
      const server = signInServerOf(row);
      return server === null ? [] : [[row.id, server] as const];
    }),
  );
  if (servers.size === 0) return new Map();
  const rows = await trx
    .selectFrom('connected_accounts')
    .where('member_id', '=', memberId)
    .where('tool_id', 'in', [...servers.keys()])
    .where('is_lapsed', '=', false)
    .select(['id', 'tool_id', 'server_url'])
    .execute();
  return new Map(
    rows.flatMap(({ id, tool_id, server_url }) =>
      servers.get(tool_id) === server_url ? [[tool_id, id] as const] : [],
    ),
  );
}

/** Finds the accounts of a person, by the names of their tools. */
export async function findAccounts(trx: Trx, memberId: string): Promise<ConnectedAccount[]> {
  const rows = await trx
    .selectFrom('connected_accounts')
    .innerJoin('tools', 'tools.id', 'connected_accounts.tool_id')
    .where('connected_accounts.member_id', '=', memberId)
    .select(['connected_accounts.id', 'tool_id', 'tools.name', 'server_url', 'is_lapsed'])
    .select(['signed_in_at', 'last_used_at'])
    .orderBy((of) => of.fn('lower', ['tools.name']))
    .orderBy('connected_accounts.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tool: { id: row.tool_id, name: row.name },
    server: URL.parse(row.server_url)?.origin ?? row.server_url,
    signed_in_at: row.signed_in_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    is_lapsed: row.is_lapsed,
  }));
}

/** Deletes an account of a person. Returns what is left to do elsewhere: to revoke its tokens. */
export async function deleteAccount(
  trx: Trx,
  memberId: string,
  id: string,
): Promise<{ id: string; tool_id: string; sealed: string; is_lapsed: boolean } | undefined> {
  return trx
    .deleteFrom('connected_accounts')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning(['id', 'tool_id', 'sealed', 'is_lapsed'])
    .executeTakeFirst();
}

/** Forgets whoever has signed in to a tool, and how this installation is known there: it has another server now. */
export async function forgetSignIns(trx: Trx, toolId: string): Promise<void> {
  for (const table of ['connected_accounts', 'tool_sign_ins', 'tool_clients'] as const)
    await trx.deleteFrom(table).where('tool_id', '=', toolId).execute();
}

/** Stores tokens in the place of those before. With another id, sessions of the account before end. */
export async function insertAccount(
  trx: Trx,
  account: { id: string; organizationId: string; memberId: string; toolId: string; serverUrl: string },
  { sealed, expiresAt }: { sealed: string; expiresAt: string | null },
): Promise<void> {
  const { id, organizationId, memberId, toolId, serverUrl } = account;
  await trx.deleteFrom('connected_accounts').where('member_id', '=', memberId).where('tool_id', '=', toolId).execute();
  await trx
    .insertInto('connected_accounts')
    .values({
      id,
      organization_id: organizationId,
      member_id: memberId,
      tool_id: toolId,
      server_url: serverUrl,
      sealed,
      expires_at: expiresAt,
    })
    .execute();
}

const clientKey = (toolId: string) => `client ${toolId}`;

/** Finds how this installation is known to the authorization server of a tool, for this redirect address. */
export async function findClient(
  trx: Trx,
  secrets: Secrets,
  toolId: string,
  redirectUri: string,
): Promise<OAuthClient | null> {
  const row = await trx
    .selectFrom('tool_clients')
    .where('tool_id', '=', toolId)
    .where('redirect_uri', '=', redirectUri)
    .select('sealed')
    .executeTakeFirst();
  return row === undefined ? null : (openJson(secrets, row.sealed, clientKey(toolId)) as OAuthClient); // as it was kept
}

export async function keepClient(
  trx: Trx,
  secrets: Secrets,
  { organizationId, toolId, redirectUri }: { organizationId: string; toolId: string; redirectUri: string },
  client: OAuthClient,
): Promise<void> {
  const columns = {
    issuer: client.issuer,
    redirect_uri: redirectUri,
    sealed: sealJson(secrets, client, clientKey(toolId)),
  };
  await trx
    .insertInto('tool_clients')
    .values({ tool_id: toolId, organization_id: organizationId, ...columns })
    .onConflict((on) => on.column('tool_id').doUpdateSet(columns))
    .execute();
}

export type SignInStart = {
  readonly id: string;
  readonly organizationId: string;
  readonly memberId: string;
  readonly toolId: string;
  readonly stateHash: Buffer;
};

/** What it takes to finish a sign-in. */
export type SignInUnderWay = { readonly serverUrl: string; readonly pending: PendingSignIn };

/** Stores a sign-in under way; the oldest of the person make room. Returns when it is over. */
export async function insertSignIn(
  trx: Trx,
  secrets: Secrets,
  { id, organizationId, memberId, toolId, stateHash }: SignInStart,
  underWay: SignInUnderWay,
): Promise<Date> {
  const kept = trx
    .selectFrom('tool_sign_ins')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(toolSignInsAtMost - 1)
    .select('id');
  await trx.deleteFrom('tool_sign_ins').where('member_id', '=', memberId).where('id', 'not in', kept).execute();
  const { expires_at } = await trx
    .insertInto('tool_sign_ins')
    .values({
      id,
      organization_id: organizationId,
      member_id: memberId,
      tool_id: toolId,
      state_hash: stateHash,
      sealed: sealJson(secrets, underWay, id),
      expires_at: sql<Date>`now() + make_interval(mins => ${toolSignInMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** Takes a sign-in of this person, which can be finished once; null if there is none, or it is over. */
export async function takeSignIn(
  trx: Trx,
  secrets: Secrets,
  memberId: string,
  stateHash: Buffer,
): Promise<(SignInUnderWay & { readonly toolId: string }) | null> {
  const taken = await trx
    .deleteFrom('tool_sign_ins')
    .where('member_id', '=', memberId)
    .where('state_hash', '=', stateHash)
    .returning(['id', 'tool_id', 'sealed', sql<boolean>`expires_at > now()`.as('is_open')])
    .executeTakeFirst();
  if (taken === undefined || !taken.is_open) return null;
  const underWay = openJson(secrets, taken.sealed, taken.id) as SignInUnderWay; // as it was kept
  return { ...underWay, toolId: taken.tool_id };
}
