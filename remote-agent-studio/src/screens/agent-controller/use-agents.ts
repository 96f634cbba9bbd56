import { listBots, type BotSummary } from '@parlance/shared/contract/api/bots';
import { call } from '@parlance/shared/http';
import { useLoaded } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';

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

/** The agents that have every word of the search in name or description, in any letter case and with or without accents. */
export function matchingAgents(agents: readonly BotSummary[], q: string): readonly BotSummary[] {
  const words = plain(q).split(/\s+/).filter((word) => word !== '');
  return agents.filter(({ name, description }) => {
    const text = plain(`${name} ${description}`);
    return words.every((word) => text.includes(word));
  });
}

const plain = (text: string) => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
