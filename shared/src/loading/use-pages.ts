import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRefresh } from './use-refresh.ts';

/** The `data` of a list endpoint (`pageOf` of the contract). */
export type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };
/** Loads one page: the first where the cursor is undefined. */
export type LoadPage<T> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

/** The rows of a list so far, and how to get more. */
export type Pages<T> = {
  /** `loading`: nothing to show yet. `failed`: the first page is not to be had, `failure` says why. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly rows: readonly T[];
  /** The rows belong to the key before; those of the new one are on their way. */
  readonly isStale: boolean;
  readonly failure: unknown;
  /** Begins anew at the first page. What is shown stays until it is there. */
  readonly reload: () => void;
  /** Null on the last page. */
  readonly more: { readonly load: () => void; readonly isLoading: boolean; readonly failure: unknown } | null;
};

type Held<T> = {
  readonly key: string;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly rows: readonly T[];
  readonly next: string | null;
  readonly failure: unknown;
  readonly loadedAt: number | null;
  readonly isLoadingMore: boolean;
  readonly moreFailure: unknown;
};

const nothing = { status: 'loading', rows: [], next: null, failure: null, loadedAt: null, isLoadingMore: false, moreFailure: null } as const;

/**
 * A list in cursor pages that a person extends page by page. It loads anew when `key` changes, on `reload`, on focus
 * after five minutes, and when the network is back after a failure; what was asked for before is then aborted.
 */
export function usePages<T extends { readonly id: string }>(key: string, load: LoadPage<T>): Pages<T> {
  const [held, setHeld] = useState<Held<T>>({ key, ...nothing });
  const [attempt, setAttempt] = useState(0);
  const running = useRef(new AbortController());
  const loadPage = useEffectEvent(load);

  useEffect(() => {
    const controller = new AbortController();
    running.current = controller;
    const apply = (change: (before: Held<T>) => Held<T>) => controller.signal.aborted || setHeld(change);
    loadPage(undefined, controller.signal).then(
      ({ items, next_cursor }) => apply(() => ({ key, ...nothing, status: 'ready', rows: items, next: next_cursor, loadedAt: Date.now() })),
      (failure: unknown) => apply((before) => (before.key === key && before.status === 'ready' ? before : { key, ...nothing, status: 'failed', failure })),
    );
    return () => controller.abort();
  }, [key, attempt]);

  const reload = () => setAttempt((before) => before + 1);
  useRefresh(held.loadedAt, held.status === 'failed', reload);

  async function loadMore(cursor: string): Promise<void> {
    const { signal } = running.current;
    const apply = (change: (before: Held<T>) => Held<T>) => signal.aborted || setHeld(change);
    apply((before) => ({ ...before, isLoadingMore: true, moreFailure: null }));
    try {
      const page = await load(cursor, signal);
      apply((before) => ({ ...before, rows: withoutRepeats([...before.rows, ...page.items]), next: page.next_cursor, isLoadingMore: false }));
    } catch (failure) {
      apply((before) => ({ ...before, isLoadingMore: false, moreFailure: failure }));
    }
  }

  const { status, rows, next, failure, isLoadingMore, moreFailure } = held;
  const isStale = held.key !== key && status === 'ready';
  return {
    status: held.key === key || isStale ? status : 'loading',
    rows,
    isStale,
    failure,
    reload,
    more: next === null || isStale ? null : { load: () => void loadMore(next), isLoading: isLoadingMore, failure: moreFailure },
  };
}

/** A row that moved to an earlier page meanwhile comes twice; it is shown once. */
function withoutRepeats<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
