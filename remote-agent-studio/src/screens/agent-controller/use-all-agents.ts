import { listAgents, type AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { call } from '@parlance/shared/http';
import { loadAll, longestPage } from '@parlance/shared/list-menu/load-all';
import { askedOf, type AgentQuery } from './agent-query.ts';

/** Loads every agent of the list, not only the loaded pages. */
export const useAllAgents =
  (query: AgentQuery) =>
  (signal: AbortSignal, loaded: (rows: number) => void): Promise<readonly AgentSummary[]> =>
    loadAll(
      (cursor) => call(listAgents, { query: { ...askedOf(query), cursor, limit: longestPage } }, { signal }),
      loaded,
    );
