import { useComposed } from '@parlance/shared/loading';
import type { PaletteEntry, PaletteGroup } from '@parlance/shared/remote/palette-source';
import { useEffect, useState } from 'react';

/** The debounce time of the remotes' search in milliseconds. */
const pauseBeforeSearch = 200;

type Searchable = { readonly id: string; readonly search: PaletteGroup['search'] };
type SearchResults = {
  /** The results of each group, by its id. */
  readonly found: ReadonlyMap<string, readonly PaletteEntry[]>;
  readonly isSearching: boolean;
};

/** Searches in the groups that load only a part of their entries. A failed group keeps its earlier results. */
export function useSearched(groups: readonly Searchable[], search: string): SearchResults {
  const wanted = search.trim();
  const [asked, ask] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), pauseBeforeSearch);
    return () => clearTimeout(timer);
  }, [wanted]);
  const searchable = groups.flatMap(({ id, search: find }) => (find === undefined ? [] : [{ id, find }]));
  const isAsked = asked !== '' && searchable.length > 0;
  const loaded = useComposed('host/palette-search', [searchable.map(({ id }) => id), asked], async (signal) => {
    if (!isAsked) return new Map();
    const each = await Promise.all(
      searchable.map(async ({ id, find }) => [id, await find(asked, signal).catch(() => [])] as const),
    ); // earlier results stay
    return new Map<string, readonly PaletteEntry[]>(each);
  });
  const isCurrent = loaded.status === 'ready' && asked === wanted;
  return {
    found: isCurrent ? loaded.data : new Map(),
    isSearching: wanted !== '' && searchable.length > 0 && !isCurrent && loaded.status !== 'failed',
  };
}
