import { listBots } from '@parlance/shared/contract/api/bots';
import type { GalleryBot } from '@parlance/shared/contract/api/bots';
import { call } from '@parlance/shared/http';
import { everyRow, useEveryRow, type Loaded } from '@parlance/shared/loading';

/** The most rows a page may have. */
const pageSize = 100;

/** Loads every bot one may use, by name: the plan bounds their number, so that they can be searched and sorted here. */
export function useAllBots(): Loaded<readonly GalleryBot[]> & { readonly retry: () => void } {
  return useEveryRow(listBots, { query: { limit: pageSize } });
}

export const loadAllBots = (signal: AbortSignal): Promise<readonly GalleryBot[]> =>
  everyRow((cursor) => call(listBots, { query: { cursor, limit: pageSize } }, { signal }));
