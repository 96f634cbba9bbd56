import { exportAgent, type AgentSummary } from '@parlance/shared/contract/api/agents/agents';
import { call } from '@parlance/shared/http';
import { saveFile } from '@parlance/shared/download';
import { useNewAgent } from '../new-agent/use-new-agent.ts';

/** Returns a function that copies an agent into a draft of one's own, and leads to it. */
export function useCopy(): (agentId: string) => Promise<void> {
  const create = useNewAgent();
  return (agentId) => create({ kind: 'copy', agent_id: agentId });
}

/** Returns a function that saves an agent as a file that can be imported again. */
export function useAgentFile(): (agent: Pick<AgentSummary, 'id' | 'name'>) => Promise<void> {
  return async ({ id, name }) => {
    const file = await call(exportAgent, { params: { agent_id: id } });
    saveFile(
      `${name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'agent'}.agent.json`,
      JSON.stringify(file, null, 2),
      'application/json',
    );
  };
}
