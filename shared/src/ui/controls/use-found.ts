import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds without a key press after which what was typed is searched for. */
const pauseBeforeSearch = 200;

export type Named = { readonly id: string; readonly name: string };
export type Find = (search: string, signal: AbortSignal) => Promise<readonly Named[]>;
type Found = { readonly search: string; readonly items: readonly Named[]; readonly failure: unknown };

/** What is found by what is typed; nothing while `search` is null. */
export function useFound(search: string | null, find: Find): { readonly items: readonly Named[]; readonly isSearching: boolean; readonly failure: unknown } {
  const [found, setFound] = useState<Found>({ search: '', items: [], failure: null });
  const findNow = useEffectEvent(find);
  useEffect(() => {
    if (search === null) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      findNow(search, leaving.signal).then(
        (items) => setFound({ search, items, failure: null }),
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
  return { items: search === null ? [] : found.items, isSearching: search !== null && !isThere, failure: isThere ? found.failure : null };
}
