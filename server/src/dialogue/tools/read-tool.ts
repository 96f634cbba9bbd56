import { type ToolSettings, toolCallSeconds } from '@parlance/shared/contract/api/tools';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { openClientSecret, tokensOfClient } from './client-secret.ts';
import { sourceOf } from './kinds/source-of.ts';
import { type DescribedTool, ToolSaysNo } from './kinds/tool-source.ts';
import type { ToolReach } from './reach.ts';
import type { ToolRow } from './repository.ts';
import { type AccessTokens, SignInNeeded } from './sign-in/access-tokens.ts';
import { findUsableAccounts, signInServerOf } from './sign-in/accounts.ts';
import { unusableReason } from './unusable.ts';

type Read = {
  organizationId: string;
  settings: ToolSettings;
  secretHeaders: Readonly<Record<string, string>>;
  description?: string;
  /** The tokens of the person who reads; absent if they have not signed in, or nobody does. */
  accessTokens?: AccessTokens | undefined;
};

/** Reads the functions of a tool from its source. Throws errors of the contract. */
export async function readTool(
  reach: ToolReach,
  { organizationId, settings, secretHeaders, description = '', accessTokens }: Read,
): Promise<DescribedTool> {
  const signal = AbortSignal.timeout(toolCallSeconds * 1_000);
  try {
    return await sourceOf(
      { settings, description, functions: [] },
      { ...reach, organizationId, secretHeaders, ...(accessTokens === undefined ? {} : { accessTokens }) },
    ).functions(signal);
  } catch (error) {
    if (error instanceof SignInNeeded) throw new ApiError('tool_sign_in_needed', { cause: error });
    // A server may describe its functions to everybody: whoever has not signed in is told when it does not.
    if (signInServerOf({ settings }) !== null && accessTokens === undefined && isSignInRefused(error))
      throw new ApiError('tool_sign_in_needed', { cause: error });
    if (signal.aborted && !isBusy(error)) throw new ApiError('address_timeout', { cause: error });
    throw error instanceof ToolSaysNo ? unusableReason('refused', 'settings', error.message, error) : error;
  }
}

/** True if it was not read for lack of time here, so that nothing is known of the tool. */
export const isBusy = (error: unknown) => error instanceof ApiError && error.apiCode === 'readers_busy';

const isSignInRefused = (error: unknown) => error instanceof ApiError && error.apiCode === 'tool_sign_in_refused';

/** What was read of a tool: its functions, or the reason that there are none before the person has signed in. */
type FirstRead = DescribedTool & { readonly errorCode: 'tool_sign_in_needed' | null };

/** Reads the functions of a tool that is saved; it is saved without them if the caller has yet to sign in. */
export async function readToSave(reach: ToolReach, read: Read): Promise<FirstRead> {
  try {
    return { ...(await readTool(reach, read)), errorCode: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.apiCode !== 'tool_sign_in_needed') throw error;
    return { functions: [], leftOut: [], errorCode: 'tool_sign_in_needed' };
  }
}

/**
 * Returns the tokens by which the caller reads the functions of a tool; undefined if they have not signed in, or nobody
 * does.
 */
export async function tokensOfCaller(
  { db, reach }: { db: Database; reach: ToolReach },
  { organizationId, memberId }: Caller,
  row: ToolRow,
): Promise<AccessTokens | undefined> {
  const serverUrl = signInServerOf(row);
  if (serverUrl === null) return tokensOfClient(reach, organizationId, row, () => openClientSecret(reach, row));
  const found = await db.asTenant(organizationId, (trx) => findUsableAccounts(trx, memberId, [row]));
  const accountId = found.get(row.id);
  return accountId === undefined ? undefined : reach.tokensOf(accountId, organizationId, serverUrl);
}
