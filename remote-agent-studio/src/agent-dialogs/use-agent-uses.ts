import { getAgentUses } from '@parlance/shared/contract/api/agents/agents';
import { useEndpoint } from '@parlance/shared/loading';

/** Loads the present uses of these agents. */
export const useAgentUses = (ids: readonly string[]) =>
  useEndpoint(getAgentUses, { query: { ids: ids.join() } }, { afresh: true });
