import { agentFileVersion } from '@parlance/shared/contract/agents/agent-definition';
import type { AgentOrigin } from '@parlance/shared/contract/api/agents/agents';
import type { Fault } from '@parlance/shared/ui/fields';

/** The most bytes of an agent's file: twenty thousand characters of instructions in nine languages fit many times. */
const sizeAtMost = 1_000_000;

/** Reads an agent from a file, or returns the reason it cannot. The server validates all parts. */
export async function readAgentFile(file: Blob): Promise<AgentOrigin | Fault> {
  if (file.size > sizeAtMost) return { key: 'agent-studio:newAgent.notAgent' };
  const content = parsed(await file.text());
  if (typeof content !== 'object' || content === null || !('kind' in content) || content.kind !== 'parlance.agent')
    return { key: 'agent-studio:newAgent.notAgent' };
  if ('version' in content && Number(content.version) > agentFileVersion)
    return { key: 'shared:errors.import_too_new' };
  return { kind: 'file', file: content };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // text that is no JSON is no agent either
  }
}
