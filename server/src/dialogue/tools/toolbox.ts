import type { AgentTool, ToolPermission } from '@parlance/shared/contract/agents/agent-definition';
import { type ToolKind, builtInToolIds } from '@parlance/shared/contract/api/tools';
import type { Trx } from '../../platform/db/database.ts';
import type { ToldFunction } from '../../platform/language-models/tool-calling.ts';
import { builtInKinds, builtInSource, sourceOf } from './kinds/source-of.ts';
import type { DescribedFunction, Reach, ToolSource } from './kinds/tool-source.ts';
import type { ToolReach } from './reach.ts';
import { type ToolRow, findToolsByIds } from './repository.ts';
import { functionsWithoutReferences } from './schema/stored-parameters.ts';
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
  readonly open: () => ToolSource;
};

export type Toolbox = readonly ToolEntry[];

/** The dialogue that calls are made for, and its person. */
export type CallsFor = { readonly memberId: string; readonly dialogueId: string };

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
  callsFor?: CallsFor,
): Promise<Toolbox> {
  if (tools.length === 0) return [];
  const rows = await findToolsByIds(
    trx,
    tools.map(({ tool_id }) => tool_id),
  );
  const allowed: Omit<ToolEntry, 'toldName'>[] = [];
  for (const { tool_id, permission, functions } of tools) {
    const row = rows.find(({ id }) => id === tool_id);
    const candidates =
      row === undefined
        ? await builtInCandidates(tool_id, { ...reach, organizationId, secretHeaders: {} })
        : candidatesOf(row, reach, callsFor);
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
    open: () => openTool(row, reach, callsFor),
    isEnabled: !row.disabled_functions.includes(described.name),
  }));

/** Opens the source of a tool, with its secrets. Its calls for a dialogue are made in the dialogue's session. */
export function openTool(row: ToolRow, reach: ToolReach, callsFor?: CallsFor): ToolSource {
  const secretHeaders = row.secrets === null ? {} : reach.secrets().open(row.secrets, row.id);
  const { organization_id: organizationId, id: toolId, revision: toolRevision } = row;
  return sourceOf(row, {
    ...reach,
    organizationId,
    secretHeaders,
    ...(callsFor === undefined
      ? {}
      : { session: { sessions: reach.sessions, owner: { ...callsFor, organizationId, toolId, toolRevision } } }),
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
