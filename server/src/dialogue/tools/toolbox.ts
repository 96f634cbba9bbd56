import type { AgentTool, ToolPermission } from '@parlance/shared/contract/agents/agent-definition';
import { type ToolKind, builtInToolIds } from '@parlance/shared/contract/api/tools';
import type { Trx } from '../../platform/db/database.ts';
import type { ToldFunction } from '../../platform/language-models/tool-calling.ts';
import { openClientSecret, tokensOfClient } from './client-secret.ts';
import { builtInKinds, builtInSource, sourceOf } from './kinds/source-of.ts';
import type { DescribedFunction, Reach, ToolSource } from './kinds/tool-source.ts';
import type { ToolReach } from './reach.ts';
import { type ToolRow, findToolsByIds } from './repository.ts';
import { functionsWithoutReferences } from './schema/stored-parameters.ts';
import { findUsableAccounts, signInServerOf } from './sign-in/accounts.ts';
import { toldNamesOf } from './told-names.ts';

/** Providers refuse more. */
const functionsAtMost = 128;

/** A function that an agent may call, with what it takes to call it. */
export type ToolEntry = {
  /** The name the model calls it by. */
  readonly toldName: string;
  readonly permission: Exclude<ToolPermission, 'never'>;
  readonly toolId: string;
  readonly kind: ToolKind;
  readonly toolName: string;
  readonly described: DescribedFunction;
  /** True if the person has to sign in to its server before it can be called. */
  readonly needsSignIn: boolean;
  readonly open: () => ToolSource;
};

export type Toolbox = readonly ToolEntry[];

/** Whom calls are made for. */
export type CallsFor = {
  readonly memberId: string;
  /** The dialogue in whose session they are made; absent for a call of its own. */
  readonly dialogueId?: string;
  /** The account of the person at the server of the tool, by which they are made; null or absent without one. */
  readonly accountId?: string | null;
};

type Candidate = Omit<ToolEntry, 'toldName' | 'permission'> & { isEnabled: boolean };

/**
 * Returns the functions an agent may call: those it names, its organisation has, and nobody has disabled. A model never
 * hears of the rest.
 */
export async function readToolbox(
  trx: Trx,
  reach: ToolReach,
  organizationId: string,
  tools: readonly AgentTool[],
  callsFor?: Required<Pick<CallsFor, 'memberId' | 'dialogueId'>>,
): Promise<Toolbox> {
  if (tools.length === 0) return [];
  const rows = await findToolsByIds(
    trx,
    tools.map(({ tool_id }) => tool_id),
  );
  const accounts =
    callsFor === undefined ? new Map<string, string>() : await findUsableAccounts(trx, callsFor.memberId, rows);
  const allowed: Omit<ToolEntry, 'toldName'>[] = [];
  for (const { tool_id, permission, functions } of tools) {
    const row = rows.find(({ id }) => id === tool_id);
    const candidates =
      row === undefined
        ? await builtInCandidates(tool_id, { ...reach, organizationId, secretHeaders: {} })
        : candidatesOf(row, reach, callsFor && { ...callsFor, accountId: accounts.get(row.id) ?? null });
    for (const { isEnabled, ...candidate } of candidates) {
      const chosen = Object.hasOwn(functions, candidate.described.name)
        ? (functions[candidate.described.name] ?? permission)
        : permission;
      if (!isEnabled || chosen === 'never' || allowed.length >= functionsAtMost) continue;
      allowed.push({ ...candidate, permission: chosen });
    }
  }
  const names = await toldNamesOf(allowed.map(({ described, ...tool }) => ({ ...tool, name: described.name })));
  return allowed.map((entry, at) => ({ ...entry, toldName: names[at] ?? '' })); // as many names as functions
}

async function builtInCandidates(toolId: string, reach: Reach): Promise<Candidate[]> {
  const kind = builtInKinds.find((it) => builtInToolIds[it] === toolId);
  // A tool that is gone: the agent goes on without it.
  if (kind === undefined) return [];
  const source = builtInSource(kind, reach);
  const { functions } = await source.functions(AbortSignal.timeout(1_000));
  return functions.map((described) => ({
    toolId,
    kind,
    toolName: kind,
    described,
    needsSignIn: false,
    open: () => source,
    isEnabled: true,
  }));
}

const candidatesOf = (row: ToolRow, reach: ToolReach, callsFor: CallsFor | undefined): Candidate[] =>
  functionsWithoutReferences(row.functions).map((described) => ({
    toolId: row.id,
    kind: row.kind,
    toolName: row.name,
    described,
    needsSignIn: signInServerOf(row) !== null && (callsFor?.accountId ?? null) === null,
    open: () => openTool(row, reach, callsFor),
    isEnabled: !row.disabled_functions.includes(described.name),
  }));

/**
 * Opens the source of a tool, with its secrets, and with the person's tokens where people sign in to its server. Calls
 * for a dialogue are made in the dialogue's session.
 */
export function openTool(row: ToolRow, reach: ToolReach, callsFor?: CallsFor): ToolSource {
  const secretHeaders = row.secrets === null ? {} : reach.secrets().open(row.secrets, row.id);
  const { organization_id: organizationId, id: toolId, revision: toolRevision } = row;
  const serverUrl = signInServerOf(row);
  const { memberId, dialogueId, accountId = null } = callsFor ?? {};
  const accessTokens =
    serverUrl === null
      ? tokensOfClient(reach, organizationId, row, () => openClientSecret(reach, row))
      : reach.tokensOf(accountId, organizationId, serverUrl);
  const owner =
    memberId === undefined || dialogueId === undefined
      ? null
      : { organizationId, memberId, dialogueId, toolId, toolRevision, accountId };
  return sourceOf(row, {
    ...reach,
    organizationId,
    secretHeaders,
    ...(accessTokens === undefined ? {} : { accessTokens }),
    ...(owner === null ? {} : { session: { sessions: reach.sessions, owner } }),
  });
}

/**
 * Returns the function definitions for a model. The description says what a function is called where it comes from, if
 * the name it is told by does not.
 */
export const toldFunctions = (toolbox: Toolbox): ToldFunction[] =>
  toolbox.map(({ toldName, toolName, described: { name, description, parameters } }) => {
    const original = `${name} of ${toolName}`;
    const told = toldName.endsWith(name) ? description : `${original}: ${description}`;
    return { name: toldName, description: description === '' ? original : told, parameters };
  });
