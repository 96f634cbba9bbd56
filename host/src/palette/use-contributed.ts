import { useComposed } from '@parlance/shared/loading';
import type { PaletteEntry, PaletteGroup, PaletteSource } from '@parlance/shared/remote/palette-source';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import type { PartLoader } from '../remotes/known/parts.ts';
import { remotesWith } from '../remotes/known/remotes-with.ts';
import { contributedEntries, type EntryGroup, type Reach } from './entries.ts';
import { useSearched } from './use-searched.ts';

type ContributedGroup = Pick<EntryGroup, 'id' | 'title' | 'shownAtFirst'> & {
  readonly isNear: boolean;
  readonly entries: readonly PaletteEntry[];
  readonly search: PaletteGroup['search'];
};
type LoadedGroups = {
  readonly groups: readonly ContributedGroup[];
  readonly sources: readonly { readonly name: string; readonly source: PaletteSource }[];
  readonly error: unknown;
};

export type Contributions = {
  /** Groups of recent things, which come before the screens; the others come after them. */
  readonly near: readonly EntryGroup[];
  readonly far: readonly EntryGroup[];
  /** Returns the remotes' actions on any search. */
  readonly forSearch: (search: string) => readonly EntryGroup[];
  readonly isLoading: boolean;
  /** The reason some of it is missing; null if nothing is. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null;
};

type Options = {
  readonly remotes: readonly RegistryEntry[];
  readonly parts: PartLoader;
  readonly reach: Reach;
  readonly search: string;
};

/** Returns the remotes' entries. A remote that adds nothing for this person is not fetched. */
export function useContributed({ remotes, parts, reach, search }: Options): Contributions {
  const open = remotesWith('palette', remotes, reach.subject);
  const loaded = useComposed(
    'host/palette',
    open.map(({ remote }) => remote.name),
    (signal) => loadAll(open, parts, signal),
  );
  const { groups, sources, error }: LoadedGroups =
    loaded.status === 'ready'
      ? loaded.data
      : { groups: [], sources: [], error: loaded.status === 'failed' ? loaded.failure : null };
  const { found, isSearching } = useSearched(groups, search);
  const shown = groups.map((group) => {
    const further = (found.get(group.id) ?? []).filter(({ id }) => !group.entries.some((entry) => entry.id === id));
    return { ...group, entries: contributedEntries(group.id, [...group.entries, ...further], reach) };
  });
  return {
    near: shown.filter(({ isNear }) => isNear),
    far: shown.filter(({ isNear }) => !isNear),
    forSearch: (wanted) =>
      sources.flatMap(({ name, source }) => {
        const offered = source.forSearch?.(wanted);
        return offered === undefined
          ? []
          : [
              {
                id: `${name}:search`,
                title: offered.title,
                shownAtFirst: 0,
                entries: contributedEntries(`${name}:search`, offered.entries, reach),
              },
            ];
      }),
    isLoading: loaded.status === 'loading' || isSearching,
    failure: error === null ? null : { error, retry: loaded.retry },
  };
}

/** Loads every source. A failure of one does not affect the others. */
async function loadAll(
  remotes: readonly RegistryEntry[],
  parts: PartLoader,
  signal: AbortSignal,
): Promise<LoadedGroups> {
  let error: unknown = null;
  const orNothing = <T>(wanted: Promise<T>): Promise<T | null> =>
    wanted.catch((reason: unknown) => {
      error ??= reason;
      return null;
    });
  const each = await Promise.all(
    remotes.map(async (remote) => {
      const { name } = remote.remote;
      const source = await orNothing(parts.palette(remote));
      const groups = await Promise.all(
        (source?.groups() ?? []).map(async ({ id, title, isNear, shownAtFirst, load, search }) => ({
          id: `${name}:${id}`,
          title,
          isNear,
          shownAtFirst,
          search,
          entries: (await orNothing(load(signal))) ?? [],
        })),
      );
      return { name, source, groups };
    }),
  );
  return {
    groups: each.flatMap(({ groups }) => groups),
    sources: each.flatMap(({ name, source }) => (source === null ? [] : [{ name, source }])),
    error,
  };
}
