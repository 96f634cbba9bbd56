import { useState } from 'react';
import { useLoaded } from './use-loaded.ts';
import type { Loaded } from './use-loaded.ts';

type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

/** Rows so far, and how to get more. `more` is null on the last page. */
export type Pages<T> = {
  readonly rows: Loaded<readonly T[]>;
  readonly retry: () => void;
  readonly more: { readonly load: () => void; readonly isLoading: boolean; readonly failure: unknown } | null;
};

type Further<T> = {
  /** The first page they follow: a first page loaded anew begins anew. */
  readonly after: Page<T>;
  readonly items: readonly T[];
  readonly next: string | null;
  readonly isLoading: boolean;
  readonly failure: unknown;
};

/** A list in cursor pages, which a person extends page by page. */
export function usePages<T extends { readonly id: string }>(key: string, load: (cursor: string | undefined) => Promise<Page<T>>): Pages<T> {
  const { retry, ...first } = useLoaded(key, () => load(undefined));
  const [held, setFurther] = useState<Further<T> | null>(null);
  if (first.status !== 'ready') return { rows: first, retry, more: null };

  const none: Further<T> = { after: first.data, items: [], next: first.data.next_cursor, isLoading: false, failure: null };
  const further = held?.after === first.data ? held : none;

  async function loadMore(cursor: string): Promise<void> {
    setFurther({ ...further, isLoading: true, failure: null });
    try {
      const page = await load(cursor);
      setFurther({ ...further, items: [...further.items, ...page.items], next: page.next_cursor, isLoading: false, failure: null });
    } catch (failure) {
      setFurther({ ...further, isLoading: false, failure });
    }
  }

  const { next } = further;
  return {
    rows: { status: 'ready', data: withoutRepeats([...first.data.items, ...further.items]) },
    retry,
    more: next === null ? null : { load: () => void loadMore(next), isLoading: further.isLoading, failure: further.failure },
  };
}

/** A row that moved to an earlier page meanwhile comes twice; it is shown where it is now. */
function withoutRepeats<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
