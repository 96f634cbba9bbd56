import { useEffect, useEffectEvent } from 'react';
import { listKnowledge, type KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';
import { call } from '@parlance/shared/http';
import { useComposed, useEveryRow, type Loaded } from '@parlance/shared/loading';
import { useIsShown } from '../agent-form/is-shown.ts';

/** The poll interval of sources being read, in milliseconds. */
const pause = 1000;
/** The page size of the list of sources: more than an agent may have. */
const pageSize = 100;

/** Says whether a source is still changing. One that could not be indexed stays so until a person retries. */
const isOnItsWay = ({ state, is_refreshing: isRefreshing, error_code: code }: KnowledgeSource): boolean =>
  isRefreshing || state === 'waiting' || state === 'reading' || (state === 'indexing' && code !== 'index_failed');

/** `hidden`: ids that refer to nothing visible to the person. */
type Sources = { readonly items: readonly KnowledgeSource[]; readonly hidden: readonly string[] };

/**
 * Loads the sources of an agent; reloads when they change, with each `version`, and while one of them is being read.
 */
export function useSources(
  agentId: string,
  ids: readonly string[],
  version: number,
): Loaded<Sources> & { readonly retry: () => void } {
  const isShown = useIsShown();
  // One key for all ids, so that the loaded sources stay while another one loads.
  const loaded = useComposed('agent-studio/knowledge-of-agent', [agentId], (signal) => load(agentId, ids, signal), {
    lookAgain: { every: pause, while: ({ items }) => isShown && items.some(isOnItsWay) },
  });
  useAsking(loaded.retry, `${version} ${ids.join()}`);
  return loaded;
}

/** Loads the contents of a folder; reloads likewise. */
export function useFolder(
  agentId: string,
  folderId: string,
  version: number,
): Loaded<readonly KnowledgeSource[]> & { readonly retry: () => void } {
  const isShown = useIsShown();
  const loaded = useEveryRow(
    listKnowledge,
    { query: { folder_id: folderId, agent_id: agentId, limit: pageSize } },
    { lookAgain: { every: pause, while: (items) => isShown && items.some(isOnItsWay) } },
  );
  useAsking(loaded.retry, String(version));
  return loaded;
}

function useAsking(ask: () => void, asked: string): void {
  const again = useEffectEvent(() => ask());
  useEffect(() => again(), [asked]);
}

async function load(agentId: string, ids: readonly string[], signal: AbortSignal): Promise<Sources> {
  if (ids.length === 0) return { items: [], hidden: [] };
  const { items } = await call(
    listKnowledge,
    { query: { ids: ids.join(), agent_id: agentId, limit: pageSize } },
    { signal },
  );
  return { items, hidden: ids.filter((id) => !items.some((source) => source.id === id)) };
}
