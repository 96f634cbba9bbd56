import { listAgentModels } from '@parlance/shared/contract/api/agents/agents';
import { pick, useEndpoint } from '@parlance/shared/loading';

/** Loads the models that an agent may be given. */
export const useModels = () => pick(useEndpoint(listAgentModels, {}), ({ items }) => items);
