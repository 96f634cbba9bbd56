import {
  getAgent,
  setAgentAccess,
  transferAgent,
  type Agent,
  type AgentAccess,
} from '@parlance/shared/contract/api/agents/agents';
import { call } from '@parlance/shared/http';
import { bodyOf, type Access } from '@parlance/shared/ui/access';
import { useEditedEndpoint, type Retried } from '@parlance/shared/loading';

/** Loads an agent with its access. */
export const useAgentDetails = (agentId: string): Retried<Agent> =>
  useEditedEndpoint(getAgent, { params: { agent_id: agentId } });

/** Returns a function that sets the access to an agent. */
export function useAccess(agentId: string): (access: Access<AgentAccess['scope']>) => Promise<void> {
  return async (access) => {
    await call(setAgentAccess, { params: { agent_id: agentId }, body: bodyOf(access) });
  };
}

/** Returns a function that hands an agent over to another member. */
export function useTransfer(agentId: string): (memberId: string) => Promise<void> {
  return async (memberId) => {
    await call(transferAgent, { params: { agent_id: agentId }, body: { member_id: memberId } });
  };
}
