import { useEffect, useEffectEvent, useState } from 'react';
import { announceEditing, getAgent, type Agent } from '@parlance/shared/contract/api/agents/agents';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { call } from '@parlance/shared/http';
import { hasUnsaved } from './draft-state.ts';
import type { Draft } from './use-draft.ts';

/** Milliseconds between announcements. The server forgets a person after 20 s of silence. */
const announceEvery = 10_000;

/**
 * Announces that one has the agent open, and returns the others who do. If nothing is unsaved here, their saves are
 * shown.
 */
export function usePresence(agent: Agent, draft: Draft): readonly Colleague[] {
  const [others, setOthers] = useState<readonly Colleague[]>(agent.also_open);
  const agentId = agent.id;

  const announce = useEffectEvent(async (signal: AbortSignal) => {
    const seen = await call(announceEditing, { params: { agent_id: agentId }, body: { is_open: true } }, { signal });
    setOthers(seen.also_open);
    const isBehind = seen.revision > draft.revision && !draft.isSaving && !hasUnsaved(draft) && draft.theirs === null;
    if (isBehind) draft.adopt(await call(getAgent, { params: { agent_id: agentId } }, { signal }));
  });
  useEffect(() => {
    const leaving = new AbortController();
    // A failed announcement is made up by the next.
    const tell = () => void announce(leaving.signal).catch(() => undefined);
    tell();
    const timer = setInterval(tell, announceEvery);
    return () => {
      clearInterval(timer);
      leaving.abort();
      // The server forgets it by itself.
      call(announceEditing, { params: { agent_id: agentId }, body: { is_open: false } }).catch(() => undefined);
    };
  }, [agentId]);
  return others;
}
