/**
 * Loads data for screens: one thing, or a list in cursor pages. Loaded data is cached while the page lives, so that a
 * screen visited again shows it at once, and reloads in the background. The cache key is the endpoint and its input, so
 * that no two screens, of whichever programs, mix up their data.
 */
import { call, type AnyInput } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { onlineManager, QueryCache, QueryClient, useInfiniteQuery, useQuery, type Query } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, Input, Output } from '../contract/endpoint.ts';

/** Milliseconds. Data is refetched on focus at most this often (specification §9). */
export const refreshOnFocusAfter = 5 * 60 * 1000;

const refusals: readonly unknown[] = [403, 404, 410];
/**
 * Says whether the server denies access, or says that the thing is gone. A proxy, whose failure has no request id, does
 * not know. Duck-typed: a remote may hold another copy of the failure class.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'status' in error &&
  refusals.includes(error.status) &&
  'requestId' in error &&
  error.requestId !== null;

const client = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      // A person who lost access no longer sees it, on any screen or in any cache. A failing server removes nothing.
      if (isRefusal(error) && query.meta?.['isEdited'] !== true) query.setState({ data: undefined, dataUpdatedAt: 0 });
    },
  }),
  defaultOptions: {
    queries: {
      // The http client retries by its own rules (specification §8), and without a network a request fails by itself.
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: ({ state }) =>
        state.data !== undefined &&
        Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) > refreshOnFocusAfter,
      refetchOnReconnect: ({ state }) => state.status === 'error',
    },
  },
});

// Listens for focus and network. The manager assumes that a page is online until told otherwise, even one opened
// offline.
client.mount();
onlineManager.setOnline(navigator.onLine);

/** Clears the cache: a test begins with nothing. */
export const forgetLoaded = (): void => client.clear();

/** Data that is loading, ready or failed. Data that is ready stays during a reload, unless the reload is refused. */
export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly data: T }
  | { readonly status: 'failed'; readonly failure: unknown };

const loadedFrom = <T>({ data, error }: { data: T | undefined; error: unknown }): Loaded<T> => {
  if (data !== undefined) return { status: 'ready', data };
  return error === null ? { status: 'loading' } : { status: 'failed', failure: error };
};

/** Loaded data with a function that reloads it. */
export type Retried<T> = Loaded<T> & { readonly retry: () => void };

/** Loaded data with a function that replaces it by the response of a save. */
export type Kept<T> = Retried<T> & { readonly keep: (data: T) => void };

/** Data shown in one language stays until it is loaded in the other. */
const keyIn = (key: string, language: string) => [key, language] as const;
type Key = ReturnType<typeof keyIn>;
const sameKey =
  (key: string) =>
  <T>(before: T | undefined, query: Query<T, Error, T, Key> | undefined): T | undefined =>
    query?.queryKey[0] === key ? before : undefined;

/**
 * Polls data under way: it is reloaded `every` so many milliseconds after the last response `while` that holds: a slow
 * server is not asked a second time before it has answered. A hidden page does not poll.
 */
export type LookAgain<T> = { readonly every: number; readonly while: (data: T) => boolean };

type Asked<T> = {
  /** A placeholder from known data until the first load. */
  readonly known?: () => T | undefined;
  /**
   * Ignores the cache of an earlier visit, because a reload would replace it under the hand of a person who presses
   * something.
   */
  readonly afresh?: boolean;
  /**
   * For data that a form edits: it is loaded afresh, so that a form never begins with the state before the last save.
   * It survives a refused refresh, with the edits: saving reports the refusal.
   */
  readonly isEdited?: boolean;
  readonly lookAgain?: LookAgain<T>;
};

/** Returns the key of this visit alone. Moving to another key and back is a further visit, even without a remount. */
function useVisited(key: string): string {
  const [visit, begin] = useState(() => ({ key, id: randomUuid() }));
  const current = visit.key === key ? visit : { key, id: randomUuid() };
  if (current !== visit) begin(current);
  return `${key} ${current.id}`;
}

/**
 * Loads the data of `key`, which a released remote makes itself and a screen leaves to `useEndpoint`. Reloads on
 * `retry`, when the language changes, on focus after five minutes, and when the network is back after a failure.
 */
export function useLoaded<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  given: Asked<T> = {},
): Loaded<T> & { readonly retry: () => void } {
  return useKept(key, load, given);
}

function useKept<T>(
  name: string,
  load: (signal: AbortSignal) => Promise<T>,
  { known, afresh = false, isEdited = false, lookAgain }: Asked<T>,
): Kept<T> {
  const { i18n } = useTranslation();
  const visited = useVisited(name);
  const key = afresh || isEdited ? visited : name;
  const queryKey = keyIn(key, i18n.language);
  const query = useQuery<T, Error, T, Key>(
    {
      queryKey,
      queryFn: ({ signal }) => load(signal),
      placeholderData: sameKey(key),
      meta: { isEdited },
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && lookAgain?.while(data) === true && lookAgain.every,
      // Only for data never requested: refused data is not known any more.
      ...(known === undefined
        ? {}
        : {
            initialData: () => (client.getQueryState(queryKey) === undefined ? known() : undefined),
            initialDataUpdatedAt: 0,
          }),
    },
    client,
  );
  return {
    ...loadedFrom(query),
    retry: () => void query.refetch(),
    keep: (data) => void client.setQueryData(queryKey, data),
  };
}

/** The `data` of a list endpoint (`pageOf` of the contract). */
export type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };
/** Loads one page: the first if the cursor is undefined. */
export type LoadPage<T> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

/** Loads every row of a list that is known to be short, page after page. Fails with the first page that fails. */
export async function everyRow<T>(load: (cursor: string | undefined) => Promise<Page<T>>): Promise<readonly T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

/** The rows of a list so far, and the way to more. */
export type Pages<T> = {
  readonly rows: Loaded<readonly T[]>;
  /** True if the rows belong to the previous key; those of the new one are being loaded. */
  readonly isStale: boolean;
  /** Reloads the rows, which stay until the new data is there. */
  readonly reload: () => void;
  /** The next page; null on the last one. */
  readonly more: { readonly load: () => void; readonly isLoading: boolean; readonly failure: unknown } | null;
};

/**
 * A list in cursor pages that a person extends page by page, reloaded like `useLoaded`. With `keepsRows` the rows of
 * the previous key stay, marked as stale, until those of a new one are there: for a list with a search.
 */
export function usePages<T extends { readonly id: string }>(
  key: string,
  load: LoadPage<T>,
  { keepsRows = false, lookAgain }: { readonly keepsRows?: boolean; readonly lookAgain?: LookAgain<readonly T[]> } = {},
): Pages<T> {
  const { i18n } = useTranslation();
  const query = useInfiniteQuery(
    {
      queryKey: keyIn(key, i18n.language),
      queryFn: ({ pageParam, signal }) => load(pageParam, signal),
      initialPageParam: undefined as string | undefined, // without it the type would be undefined alone
      getNextPageParam: ({ next_cursor }: Page<T>) => next_cursor,
      select: ({ pages }) => withoutRepeats(pages.flatMap(({ items }) => items)),
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && lookAgain?.while(data.pages.flatMap(({ items }) => items)) === true && lookAgain.every,
      placeholderData: (before, of) => (keepsRows || of?.queryKey[0] === key ? before : undefined),
    },
    client,
  );
  const more = {
    load: () => void query.fetchNextPage(),
    isLoading: query.isFetchingNextPage,
    failure: query.isFetchNextPageError ? query.error : null,
  };
  return {
    rows: loadedFrom(query),
    isStale: query.isPlaceholderData,
    reload: () => void query.refetch(),
    more: query.hasNextPage && !query.isPlaceholderData ? more : null,
  };
}

/** Drops repeated rows: one that moved to an earlier page meanwhile arrives twice. */
function withoutRepeats<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** `visit` separates the cache: data of another visit is not shown, and data of this one is cached apart. */
type Visit = { readonly visit?: string | number };
type LoadedOptions<T> = Asked<T> & Visit;
type Row = { readonly id: string };
type PagesOptions<T extends Row> = NonNullable<Parameters<typeof usePages<T>>[2]> & Visit;

/** A row of a list endpoint. */
type RowOf<E extends Endpoint> = Output<E> extends Page<infer T extends Row> ? T : never;
/** `admin/subscription`: the program and the data it loads. A test ensures that each name is used in one place. */
type ComposedName = `${string}/${string}`;

const keyOf = (
  how: 'one' | 'every row' | 'pages',
  { service, method, path }: Endpoint,
  input: unknown,
  { visit }: Visit,
): string => JSON.stringify([how, service, method, path, input, visit]);
const composedKey = (
  how: 'composed' | 'composed pages',
  name: ComposedName,
  inputs: readonly unknown[],
  { visit }: Visit,
): string => JSON.stringify([how, name, inputs, visit]);

/** Returns the loader of the page that begins at a cursor. */
function pageAt<E extends Endpoint>(endpoint: E, input: Input<E>): LoadPage<RowOf<E>> {
  const { query, ...others } = input as AnyInput; // Input<E> consists of exactly these parts
  return async (cursor, signal) => {
    // The cast holds: every list takes a cursor (`pageQuery`).
    const page: unknown = await call(endpoint, { ...others, query: { ...query, cursor } } as Input<E>, { signal });
    return page as Page<RowOf<E>>; // an endpoint without pages has no rows either
  };
}

/** Loads the response of an endpoint to an input, like `useLoaded`. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: LoadedOptions<Output<E>> = {},
): Retried<Output<E>> {
  return useLoaded(keyOf('one', endpoint, input, options), (signal) => call(endpoint, input, { signal }), options);
}

/** Loads a list page by page, like `usePages`. */
export function useEndpointPages<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: PagesOptions<RowOf<E>> = {},
): Pages<RowOf<E>> {
  return usePages(keyOf('pages', endpoint, input, options), pageAt(endpoint, input), options);
}

/** Loads the response of an endpoint for editing, see `isEdited`. */
export function useEditedEndpoint<E extends Endpoint>(endpoint: E, input: Input<E>): Kept<Output<E>> {
  return useKept(keyOf('one', endpoint, input, {}), (signal) => call(endpoint, input, { signal }), { isEdited: true });
}

/** Loads every row of a list that is known to be short. */
export function useEveryRow<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: LoadedOptions<readonly RowOf<E>[]> = {},
): Retried<readonly RowOf<E>[]> {
  return useLoaded(
    keyOf('every row', endpoint, input, options),
    (signal) => everyRow((cursor) => pageAt(endpoint, input)(cursor, signal)),
    options,
  );
}

/** Loads data that is composed of several responses, or of none. Its key is a name and the inputs of the load. */
export function useComposed<T>(
  name: ComposedName,
  inputs: readonly unknown[],
  load: (signal: AbortSignal) => Promise<T>,
  options: LoadedOptions<T> = {},
): Retried<T> {
  return useLoaded(composedKey('composed', name, inputs, options), load, options);
}

/** Loads composed data for editing, see `isEdited`. */
export function useEditedComposed<T>(
  name: ComposedName,
  inputs: readonly unknown[],
  load: (signal: AbortSignal) => Promise<T>,
): Kept<T> {
  return useKept(composedKey('composed', name, inputs, {}), load, { isEdited: true });
}

/** Loads a list page by page whose rows are composed from those of an endpoint. */
export function useComposedPages<T extends Row>(
  name: ComposedName,
  inputs: readonly unknown[],
  load: LoadPage<T>,
  options: PagesOptions<T> = {},
): Pages<T> {
  return usePages(composedKey('composed pages', name, inputs, options), load, options);
}

/** Picks a part of loaded data. The part keeps its identity between renders. */
export const pick = <T, Part>({ retry, ...loaded }: Retried<T>, part: (data: T) => Part): Retried<Part> =>
  loaded.status === 'ready' ? { status: 'ready', data: part(loaded.data), retry } : { ...loaded, retry };
