import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { getAgent, saveAgentDraft, type Agent } from '@parlance/shared/contract/api/agents/agents';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { ApiFailure, call } from '@parlance/shared/http';
import { useUnsaved, useUnsavedWaits } from '@parlance/shared/ui/unsaved';
import { beginDraft, changeDraft, hasUnsaved, type DraftState } from './draft-state.ts';

/** The debounce time of saving in milliseconds. */
const pauseBeforeSave = 800;

export type Draft = DraftState & {
  readonly change: (part: Partial<AgentDefinition>) => void;
  /** Saves unsaved changes. Resolves with the revision that includes all of them, or null if that failed. */
  readonly save: () => Promise<number | null>;
  /** Resolves a conflict: continues with one's own content, or with the other's. */
  readonly keepMine: () => void;
  readonly acceptTheirs: () => void;
  /** Takes over the server's agent: after a restore, or if nothing is unsaved and somebody else has saved. */
  readonly adopt: (agent: Agent) => void;
};

/** The draft of an agent being edited: saved automatically, and never over somebody else's later save. */
export function useDraft(agent: Agent): Draft {
  const place = `agent ${agent.id}`;
  const left = useUnsaved(place, agent.definition);
  // Saves by others since the edit are detected on the next save.
  const [state, tell] = useReducer(changeDraft, agent, (given) =>
    left === null ? beginDraft(given) : { ...beginDraft(given), definition: left.typed, revision: left.revision },
  );
  useUnsavedWaits(place, hasUnsaved(state) ? { typed: state.definition, revision: state.revision } : null);
  const underWay = useRef<Promise<number | null> | null>(null);
  const latest = useRef(state);
  useEffect(() => void (latest.current = state), [state]);

  async function send(): Promise<number | null> {
    const { definition, revision } = latest.current;
    tell({ type: 'saving' });
    try {
      const saved = await call(saveAgentDraft, { params: { agent_id: agent.id }, body: { revision, definition } });
      tell({ type: 'saved', definition, revision: saved.revision });
      latest.current = { ...latest.current, revision: saved.revision, saved: definition };
      return saved.revision;
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'conflict') tell({ type: 'failed', failure });
      else
        await call(getAgent, { params: { agent_id: agent.id } }).then(
          (theirs) => tell({ type: 'conflict', theirs }),
          (reason: unknown) => tell({ type: 'failed', failure: reason }),
        );
      return null;
    }
  }

  async function save(): Promise<number | null> {
    // One at a time: text typed meanwhile goes with the next.
    while (underWay.current !== null) await underWay.current;
    if (latest.current.theirs !== null) return null;
    if (!hasUnsaved(latest.current)) return latest.current.revision;
    underWay.current = send().finally(() => (underWay.current = null));
    return underWay.current;
  }

  const saveLater = useEffectEvent(() => void save());
  const isWaiting = hasUnsaved(state) && state.theirs === null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => saveLater(), pauseBeforeSave);
    return () => clearTimeout(timer);
  }, [isWaiting, state.definition, state.revision]);

  return {
    ...state,
    change: (part) => tell({ type: 'change', part }),
    save,
    keepMine: () => tell({ type: 'keep-mine' }),
    acceptTheirs: () => tell({ type: 'accept-theirs' }),
    adopt: (newest) => tell({ type: 'adopt', agent: newest }),
  };
}
