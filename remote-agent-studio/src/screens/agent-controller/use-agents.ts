import { listBots, type BotSummary } from '@parlance/shared/contract/api/bots';
import { call } from '@parlance/shared/http';
import { useLoaded } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import { hasEveryWord } from '@parlance/shared/search';

/** The most rows a page may have. */
const pageSize = 100;
/** Characters of a search text. */
export const searchMaxLength = 100;

/** Every agent of the organisation: the plan bounds how many there are, so all are loaded and searched on the spot. */
export const useAgents = (): ReturnType<typeof useLoaded<BotSummary[]>> => useLoaded('agents', loadAll);

async function loadAll(signal: AbortSignal): Promise<BotSummary[]> {
  const all: BotSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listBots, { query: { cursor, limit: pageSize } }, { signal });
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** What is searched for: it stands in the address. */
export function useAgentSearch(): [string, (q: string) => void] {
  const [params, setParams] = useSearchParams();
  const search = (q: string) => setParams(q === '' ? {} : { q }, { replace: true });
  return [(params.get('q') ?? '').slice(0, searchMaxLength), search];
}

/** The agents that have every word of the search in name or description. */
export const matchingAgents = (agents: readonly BotSummary[], q: string): readonly BotSummary[] =>
  agents.filter(({ name, description }) => hasEveryWord(`${name} ${description}`, q));
