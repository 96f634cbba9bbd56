import { hasEveryWord } from '@parlance/shared/search';
import { useEffect, useEffectEvent, useState } from 'react';

/** The debounce time of the search in milliseconds. */
const pauseBeforeSearch = 200;

export type NamedItem = { readonly id: string; readonly name: string };
export type Find = (search: string, signal: AbortSignal) => Promise<readonly NamedItem[]>;
type SearchState = { readonly search: string | null; readonly items: readonly NamedItem[]; readonly failure: unknown };

const nothingYet: SearchState = { search: null, items: [], failure: null };

/**
 * Returns the results of a search; none while `search` is null. While the response is pending, returns the matching
 * results of the previous search, so that the list neither jumps nor offers anything that was not typed. `arrived` is
 * called with each response that is still awaited.
 */
export function useFound(
  search: string | null,
  find: Find,
  arrived: (search: string, items: readonly NamedItem[]) => void,
): { readonly items: readonly NamedItem[]; readonly isSearching: boolean; readonly failure: unknown } {
  const [found, setFound] = useState(nothingYet);
  const findNow = useEffectEvent(find);
  const tell = useEffectEvent(arrived);
  if (search === null && found !== nothingYet) setFound(nothingYet);
  useEffect(() => {
    if (search === null) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      findNow(search, leaving.signal).then(
        (items) => {
          if (leaving.signal.aborted) return;
          setFound({ search, items, failure: null });
          tell(search, items);
        },
        (failure: unknown) => {
          if (!leaving.signal.aborted) setFound({ search, items: [], failure });
        },
      );
    }, pauseBeforeSearch);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [search]);
  const isThere = search !== null && found.search === search;
  return {
    items: isThere || search === null ? found.items : found.items.filter(({ name }) => hasEveryWord(name, search)),
    isSearching: search !== null && !isThere,
    failure: isThere ? found.failure : null,
  };
}
