import { getAgentUses } from '@parlance/shared/contract/api/agents/agents';
import { useEndpoint } from '@parlance/shared/loading';

/** What names these agents, as it is now. */
export const useAgentUses = (ids: readonly string[]) =>
  useEndpoint(getAgentUses, { query: { ids: ids.join() } }, { afresh: true });
