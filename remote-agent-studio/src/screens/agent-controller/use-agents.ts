import { useState } from 'react';
import { listAgents, type AgentPlaces, type AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { useComposedPages, type Pages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import { hiddenParameter } from '@parlance/shared/list-menu/hidden-columns';
import { askedOf, readQuery, writeQuery, type AgentQuery } from './agent-query.ts';
import { actionsLater } from './later.ts';
import type { ChangeAgents } from './use-agent-changes.ts';

type AgentPages = Pages<AgentSummary> & {
  /** True if there is a place for one more. */
  readonly canCreate: boolean;
  /** The places of the plan, once known. */
  readonly places: AgentPlaces | undefined;
};

/** Loads the agents that the person may manage, filtered by the address. The previous ones stay until then. */
export function useAgents(narrowed: AgentQuery): AgentPages {
  const [room, setRoom] = useState<Output<typeof listAgents> | null>(null);
  const query = askedOf(narrowed);
  const pages = useComposedPages(
    'agent-studio/agents',
    [query],
    async (cursor, signal) => {
      const page = await call(listAgents, { query: { ...query, cursor } }, { signal });
      setRoom(page);
      return page;
    },
    { keepsRows: true },
  );
  return { ...pages, canCreate: room?.can_create === true, places: room?.agents };
}

/** Returns the query in the address, and its setter. */
export function useAgentQuery(): [AgentQuery, (change: Partial<AgentQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  const hidden = params.get(hiddenParameter);
  return [
    query,
    (change) =>
      setParams(
        { ...writeQuery({ ...query, ...change }), ...(hidden === null ? {} : { [hiddenParameter]: hidden }) },
        { replace: true },
      ),
  ];
}

/** Changes agents, reports the outcome, and offers to undo it. The code is fetched with the first change. */
export const useAgentChanges =
  (reload: () => void): ChangeAgents =>
  async (agents, action) =>
    (await actionsLater()).changeListed(agents, action, reload);
