import { listAgentModels } from '@parlance/shared/contract/api/agents';
import { call } from '@parlance/shared/http';
import { useLoaded } from '@parlance/shared/loading';

/** The models that an agent may be given. */
export const useModels = () => useLoaded('agent models', async (signal) => (await call(listAgentModels, {}, { signal })).items);
