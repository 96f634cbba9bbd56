import { hasEveryWord } from '@parlance/shared/search';
import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds without a key press after which what was typed is searched for. */
const pauseBeforeSearch = 200;

export type NamedItem = { readonly id: string; readonly name: string };
export type Find = (search: string, signal: AbortSignal) => Promise<readonly NamedItem[]>;
type SearchState = { readonly search: string | null; readonly items: readonly NamedItem[]; readonly failure: unknown };

const nothingYet: SearchState = { search: null, items: [], failure: null };

/**
 * What is found by what is typed; nothing while `search` is null. While the answer is on its way it is what matches of
 * the search before, so that the list neither jumps nor offers what was not typed. `arrived` is told of each answer
 * that is still waited for.
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
