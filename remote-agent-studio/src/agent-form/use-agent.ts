import { getAgent, publishAgent, type Agent } from '@parlance/shared/contract/api/agents/agents';
import { call } from '@parlance/shared/http';
import { useEditedEndpoint, type Kept } from '@parlance/shared/loading';

/** An agent with its draft, as its editor has it. */
export const useAgent = (agentId: string): Kept<Agent> =>
  useEditedEndpoint(getAgent, { params: { agent_id: agentId } });

type VersionInput = { readonly revision: number; readonly name: string; readonly message: string };

/** Makes the draft of this revision what members use. Gives the number of the version. */
export const publishDraft = async (agentId: string, body: VersionInput): Promise<number> =>
  (await call(publishAgent, { params: { agent_id: agentId }, body })).number;
