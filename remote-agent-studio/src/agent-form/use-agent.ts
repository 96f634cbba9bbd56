import { getAgent, publishAgent, type Agent } from '@parlance/shared/contract/api/agents/agents';
import { call } from '@parlance/shared/http';
import { useEditedEndpoint, type Kept } from '@parlance/shared/loading';

/** Loads an agent with its draft, for its editor. */
export const useAgent = (agentId: string): Kept<Agent> =>
  useEditedEndpoint(getAgent, { params: { agent_id: agentId } });

type VersionInput = { readonly revision: number; readonly name: string; readonly message: string };

/** Publishes the draft of this revision. Resolves with the number of the version. */
export const publishDraft = async (agentId: string, body: VersionInput): Promise<number> =>
  (await call(publishAgent, { params: { agent_id: agentId }, body })).number;
