import {
  getAgentVersion,
  listAgentVersions,
  restoreAgentVersion,
  type Agent,
  type AgentVersion,
} from '@parlance/shared/contract/api/agents/agents';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { call } from '@parlance/shared/http';
import { useComposed, useComposedPages, type Loaded, type Pages } from '@parlance/shared/loading';

export type ListedVersion = AgentVersion & { readonly id: string };

export const useVersions = (agentId: string): Pages<ListedVersion> =>
  useComposedPages('agent-studio/agent-versions', [agentId], async (cursor, signal) => {
    const { items, next_cursor } = await call(
      listAgentVersions,
      { params: { agent_id: agentId }, query: { cursor } },
      { signal },
    );
    return { items: items.map((version) => ({ ...version, id: String(version.number) })), next_cursor };
  });

/** Loads the definition of a version; of the draft if it is null. */
export function useDefinition(
  agentId: string,
  number: number | null,
  draft: AgentDefinition,
): Loaded<AgentDefinition> & { readonly retry: () => void } {
  const loaded = useComposed('agent-studio/agent-version', [agentId, number], async (signal) =>
    number === null
      ? null
      : (await call(getAgentVersion, { params: { agent_id: agentId, number } }, { signal })).definition,
  );
  return loaded.status === 'ready' ? { ...loaded, data: loaded.data ?? draft } : loaded;
}

/** Restores a version as the draft. */
export const restoreVersion = (agentId: string, number: number, revision: number): Promise<Agent> =>
  call(restoreAgentVersion, { params: { agent_id: agentId, number }, body: { revision } });
